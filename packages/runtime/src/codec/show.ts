/** A refused value in a message. */
export function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value);
  if (value instanceof Date) return "a Date";
  return typeof value === "object" && value !== null ? (value.constructor?.name ?? "an object") : String(value);
}

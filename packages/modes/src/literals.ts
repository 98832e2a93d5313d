/** A number as people write it: `30_000`. */
export function numberLiteral(value: number): string {
  const text = String(value);
  return /^\d{5,}$/.test(text) ? text.replace(/\B(?=(\d{3})+$)/g, "_") : text;
}

/** A plain value as TypeScript source on one line: `{ kind: "fixed", delay: 60_000 }`. Keys must be identifiers. */
export function valueLiteral(value: unknown): string {
  if (typeof value === "number") return numberLiteral(value);
  if (typeof value === "bigint") return `${value}n`;
  if (Array.isArray(value)) return `[${value.map(valueLiteral).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return entries.length === 0
    ? "{}"
    : `{ ${entries.map(([key, entry]) => `${key}: ${valueLiteral(entry)}`).join(", ")} }`;
}

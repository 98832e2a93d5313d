/** A number as people write it: `30_000`. */
export function numberLiteral(value: number): string {
  const text = String(value);
  return /^\d{5,}$/.test(text) ? text.replace(/\B(?=(\d{3})+$)/g, "_") : text;
}

/** A string as TypeScript source, in the quotes that need fewer escapes. */
export function stringLiteral(text: string): string {
  const double = JSON.stringify(text);
  const count = (quote: string): number => text.split(quote).length - 1;
  if (count('"') <= count("'")) return double;
  return `'${double.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A plain value as TypeScript source on one line: `{ kind: "fixed", delay: 60_000 }`. Keys must be identifiers. */
export function valueLiteral(value: unknown): string {
  if (typeof value === "number") return numberLiteral(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "string") return stringLiteral(value);
  if (Array.isArray(value)) return `[${value.map(valueLiteral).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return entries.length === 0
    ? "{}"
    : `{ ${entries.map(([key, entry]) => `${key}: ${valueLiteral(entry)}`).join(", ")} }`;
}

/**
 * A text as a literal that reads the same under every `sql_mode`. The driver's escaping puts backslashes before quotes and
 * line ends; a session that has switched NO_BACKSLASH_ESCAPES on would take such a payload for SQL. Quotes are doubled
 * instead, and a text that has backslashes itself goes as hex.
 */
export function quoteText(text: string): string {
  if (!text.includes("\\")) return `'${text.replaceAll("'", "''")}'`;
  return `_utf8mb4 X'${Buffer.from(text).toString("hex")}'`;
}

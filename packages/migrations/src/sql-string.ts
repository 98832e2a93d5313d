/**
 * A string literal that no `sql_mode` can break out of: quotes doubled, and where a backslash or a control character
 * would read differently under NO_BACKSLASH_ESCAPES or after a CRLF checkout, its UTF-8 bytes in hexadecimal.
 */
export function sqlString(value: string): string {
  if (isPlain(value)) return `'${value.replaceAll("'", "''")}'`;
  return `X'${Buffer.from(value, "utf8").toString("hex").toUpperCase()}'`;
}

function isPlain(value: string): boolean {
  for (const character of value) {
    if (character < " " || character === "\\" || character === "\u007f") return false;
  }
  return true;
}

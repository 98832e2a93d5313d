/**
 * A string literal that no `sql_mode` can break out of: quotes doubled, and where a backslash or a control character
 * would read differently under NO_BACKSLASH_ESCAPES or after a CRLF checkout, its UTF-8 bytes in hexadecimal.
 */
export function sqlString(value: string): string {
  return isPlain(value) ? `'${value.replaceAll("'", "''")}'` : hexadecimal(value);
}

/**
 * A string inside an expression that the server stores. MySQL writes a quote in it back as `\'` and then cannot read
 * its own text under NO_BACKSLASH_ESCAPES (9.7: syntax error at CREATE TABLE), so a quote goes in hexadecimal too.
 */
export function sqlStringExpression(value: string): string {
  const plain = isPlain(value) && !value.includes("'");
  return plain ? `'${value}'` : `CONVERT(${hexadecimal(value)} USING utf8mb4)`;
}

function hexadecimal(value: string): string {
  return `X'${Buffer.from(value, "utf8").toString("hex").toUpperCase()}'`;
}

function isPlain(value: string): boolean {
  for (const character of value) {
    if (character < " " || character === "\\" || character === "\u007f") return false;
  }
  return true;
}

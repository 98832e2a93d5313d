/** The longest column comment that MySQL stores, in characters; tables could have 2048, one limit is enough. */
const LONGEST = 1024;

/**
 * A comment or JSDoc as one line of SQL comment text: white space and control characters collapsed, characters beyond
 * the Basic Multilingual Plane and lone surrogates replaced (the servers keep comments in utf8mb3 and refuse them),
 * clipped to 1024 characters. `undefined` where nothing is left.
 */
export function commentText(text: string | undefined): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here.
  const line = (text ?? "").replace(/[\s\u0000-\u001f\u007f]+/g, " ").trim();
  const stored = line.replace(/[\u{10000}-\u{10ffff}]|\p{Surrogate}/gu, "\ufffd");
  const clipped = stored.length > LONGEST ? `${stored.slice(0, LONGEST - 1)}…` : stored;
  return clipped === "" ? undefined : clipped;
}

/**
 * The literal after COMMENT, where the grammar takes no hexadecimal form. A backslash is doubled: under
 * NO_BACKSLASH_ESCAPES it shows twice, which is harmless, and in no mode can it swallow the closing quote.
 */
export function commentSql(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

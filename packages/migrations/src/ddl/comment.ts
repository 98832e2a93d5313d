import { sqlComment } from "@queuegen/model";

/** The longest comments that MySQL and MariaDB store, in characters. */
const LONGEST = { column: 1024, table: 2048 } as const;

/** A comment or JSDoc as one line that the servers store unchanged; `undefined` where there is nothing to say. */
export function commentText(of: "column" | "table", text: string | undefined): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here.
  return sqlComment(text, LONGEST[of])?.replace(/[\u0000-\u001f\u007f]/g, " ");
}

/**
 * The literal after COMMENT, where the grammar takes no hexadecimal form. A backslash is doubled: under
 * NO_BACKSLASH_ESCAPES it shows twice, which is harmless, and in no mode can it swallow the closing quote.
 */
export function commentSql(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

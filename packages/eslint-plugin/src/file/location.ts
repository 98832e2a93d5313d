import type { Source } from "@queuegen/lint";
import type { SourceCode } from "eslint";

/** Columns from 0, and lines that also end with a lone CR or a Unicode line separator. */
type Location = ReturnType<SourceCode["getLocFromIndex"]>;

/** A place of ours (line and column from 1) as ESLint counts. */
export function toLocation(
  { line, column }: { readonly line: number; readonly column: number },
  { text, lineStarts }: Source,
  code: SourceCode,
): Location {
  const offset = (lineStarts[line - 1] ?? text.length) + column - 1;
  return code.getLocFromIndex(Math.max(0, Math.min(offset, text.length)));
}

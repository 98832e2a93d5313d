import type { SourceRange } from "@queuegen/model";

/** The place of `text[start, end)`; a range over several lines is cut at the end of its first. */
export function sourceRange(file: string, text: string, start: number, end: number): SourceRange {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const newline = text.indexOf("\n", start);
  const lineEnd = newline < 0 ? text.length : newline;
  return {
    file,
    line: text.slice(0, lineStart).split("\n").length,
    column: start - lineStart + 1,
    length: Math.max(1, Math.min(end, lineEnd) - start),
    lineText: text.slice(lineStart, lineEnd).replace(/\r$/, ""),
  };
}

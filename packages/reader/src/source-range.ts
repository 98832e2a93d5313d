import type { SourceRange } from "@queuegen/model";
import type { ts } from "ts-morph";

/** The place of a node; what spans lines is marked to the end of its first line. */
export function rangeOf(node: ts.Node, source: ts.SourceFile): SourceRange {
  return rangeAt(source, node.getStart(source), node.getEnd());
}

/** The place of text between two offsets. */
export function rangeAt(source: ts.SourceFile, start: number, end: number): SourceRange {
  const { line, character } = source.getLineAndCharacterOfPosition(start);
  const lineText = textOfLine(source, line);
  const length = Math.max(0, Math.min(end - start, lineText.length - character));
  return { file: source.fileName, line: line + 1, column: character + 1, length, lineText };
}

function textOfLine(source: ts.SourceFile, line: number): string {
  const starts = source.getLineStarts();
  const text = source.text.slice(starts[line], starts[line + 1] ?? source.text.length);
  return text.replace(/[\r\n\u2028\u2029]+$/, "");
}

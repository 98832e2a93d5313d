/** A stretch of a file's text: offsets in UTF-16 units, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Position {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
}

/** A file as the linter sees it. `path` is what is printed: relative to the working folder, forward slashes. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly lineStarts: readonly number[];
  /** Of a program: the literals that hold SQL, by their start. `undefined` where the whole file is SQL. */
  readonly literals?: readonly LiteralSpan[];
  /** Of a program: its functions that have a name, outer ones before those inside. */
  readonly functions?: readonly NamedSpan[];
}

export interface NamedSpan extends Span {
  readonly name: string;
}

/** The text of a literal between its quotes; of a template one span between two holes. */
export interface LiteralSpan extends Span {
  readonly quote: "'" | '"' | "`";
  /** Literals of one chain are always run together: parts of one template, operands of one `+`, items of one list. */
  readonly chain: number;
}

export function toSource(path: string, text: string): Source {
  const lineStarts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lineStarts.push(at + 1);
  return { path, text, lineStarts };
}

export function positionAt(source: Source, offset: number): Position {
  let low = 0;
  let high = source.lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (source.lineStarts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - source.lineStarts[low]! + 1 };
}

/** Text of a line (from 1), without its line ending. */
export function lineText(source: Source, line: number): string {
  const start = source.lineStarts[line - 1]!;
  const end = source.lineStarts[line] ?? source.text.length;
  return source.text.slice(start, end).replace(/\r?\n$/, "");
}

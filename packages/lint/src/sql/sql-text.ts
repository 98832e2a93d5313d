import type { Span } from "../source.js";

/** Stands in SQL text where the program puts something in; never part of a word. */
export const HOLE = "\uFFFC";

export type Scalar = string | number | boolean | null;

/** What the program puts into a hole (`${limit}`, a variable in a `+` chain) or binds to a placeholder. */
export interface Filling {
  /** The expression as written. */
  readonly text: string;
  /** Its value, where the file tells it. */
  readonly value?: Scalar;
}

/** A run of SQL text and the run of the file it was written as. */
export interface Piece {
  readonly at: number;
  readonly length: number;
  readonly file: Span;
  /** Pieces of one expression of the file have one origin; a range never runs from one origin into another. */
  readonly origin: number;
}

/** SQL as the server would see it, with the way back to the characters of the file. */
export interface SqlText {
  readonly text: string;
  /** By offset in the SQL text, ascending; `HOLE` stands there. */
  readonly holes: ReadonlyMap<number, Filling>;
  readonly pieces: readonly Piece[];
}

/** SQL that is the file itself, or a part of it from `start`. */
export function plainSql(text: string, start = 0): SqlText {
  const file = { start, end: start + text.length };
  return { text, holes: new Map(), pieces: [{ at: 0, length: text.length, file, origin: start }] };
}

/** Where `[from, to)` of the SQL text stands in the file. */
export function fileSpan(sql: SqlText, from: number, to: number): Span {
  if (sql.pieces.length === 0) return { start: 0, end: 0 };
  const first = pieceAt(sql.pieces, from);
  let last = pieceAt(sql.pieces, Math.max(from, to - 1));
  while (last > first && sql.pieces[last]!.origin !== sql.pieces[first]!.origin) last -= 1;
  const start = startIn(sql.pieces[first]!, from);
  return { start, end: Math.max(start, endIn(sql.pieces[last]!, to)) };
}

/** Index of the piece that an offset of the SQL text lies in. */
export function pieceAt(pieces: readonly Piece[], offset: number): number {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pieces[middle]!.at <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A piece of another length than its text (an escape, a hole, a separator of `join`) is one place, not divisible. */
function isVerbatim(piece: Piece): boolean {
  return piece.file.end - piece.file.start === piece.length;
}

function startIn(piece: Piece, offset: number): number {
  return isVerbatim(piece) ? piece.file.start + Math.min(offset - piece.at, piece.length) : piece.file.start;
}

function endIn(piece: Piece, offset: number): number {
  if (!isVerbatim(piece)) return piece.file.end;
  return piece.file.start + Math.max(0, Math.min(offset - piece.at, piece.length));
}

import type { Span } from "../source.js";
import { type Filling, HOLE, type Piece, type SqlText } from "../sql/sql-text.js";

/** Puts SQL text together from the places of a file that it is written at. */
export class TextBuilder {
  private text = "";
  private readonly holes = new Map<number, Filling>();
  private readonly pieces: Piece[] = [];

  /** Text that is written as `file`, character by character where both have one length. */
  add(text: string, file: Span, origin: number): void {
    if (text === "") return;
    this.pieces.push({ at: this.text.length, length: text.length, file, origin });
    this.text += text;
  }

  addHole(filling: Filling, file: Span, origin: number): void {
    this.holes.set(this.text.length, filling);
    // The length differs from that of the file, so that the place is never divided.
    this.pieces.push({ at: this.text.length, length: 1, file, origin });
    this.text += HOLE;
  }

  append(other: SqlText): void {
    const shift = this.text.length;
    for (const [at, filling] of other.holes) this.holes.set(at + shift, filling);
    for (const piece of other.pieces) this.pieces.push({ ...piece, at: piece.at + shift });
    this.text += other.text;
  }

  get length(): number {
    return this.text.length;
  }

  build(): SqlText {
    return { text: this.text, holes: this.holes, pieces: this.pieces };
  }
}

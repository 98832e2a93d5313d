import type { Span } from "../source.js";
import { type Filling, fileSpan, type SqlText } from "./sql-text.js";
import { isMark, isWord, type Token } from "./token.js";

/** A walk over the code tokens of one statement, or of a stretch of it. */
export class Cursor {
  readonly sql: SqlText;
  readonly tokens: readonly Token[];
  /** What stands behind holes and placeholders, by the offset of their token. */
  readonly fillings: ReadonlyMap<number, Filling>;
  at: number;
  /** End of the stretch, exclusive. */
  readonly end: number;
  /** For each `(` the index of its `)`, or the end of the tokens. */
  private readonly closing: ReadonlyMap<number, number>;

  constructor(
    sql: SqlText,
    tokens: readonly Token[],
    fillings: ReadonlyMap<number, Filling> = sql.holes,
    whole?: Cursor,
    from = 0,
    to: number = tokens.length,
  ) {
    this.sql = sql;
    this.tokens = tokens;
    this.fillings = fillings;
    this.at = from;
    this.end = to;
    this.closing = whole?.closing ?? matchParentheses(tokens);
  }

  /** The stretch `[from, to)` of the same statement. */
  part(from: number, to: number): Cursor {
    return new Cursor(this.sql, this.tokens, this.fillings, this, from, to);
  }

  get done(): boolean {
    return this.at >= this.end;
  }

  peek(ahead = 0): Token | undefined {
    const index = this.at + ahead;
    return index < this.end ? this.tokens[index] : undefined;
  }

  next(): Token | undefined {
    const token = this.peek();
    if (token !== undefined) this.at += 1;
    return token;
  }

  takeWord(...words: readonly string[]): boolean {
    if (!isWord(this.peek(), ...words)) return false;
    this.at += 1;
    return true;
  }

  takeMark(mark: string): boolean {
    if (!isMark(this.peek(), mark)) return false;
    this.at += 1;
    return true;
  }

  /** Index of the `)` that belongs to the `(` at `open`, never beyond this stretch. */
  closingOf(open: number): number {
    return Math.min(this.closing.get(open) ?? this.end, this.end);
  }

  /** Index after the token at `index`, or after the parentheses that it opens. */
  after(index: number): number {
    return isMark(this.tokens[index], "(") ? Math.min(this.closingOf(index) + 1, this.end) : index + 1;
  }

  /** Place in the file of the tokens `[from, to)`. */
  span(from: number, to: number = this.at): Span {
    const first = this.tokens[Math.min(from, this.tokens.length - 1)];
    const last = this.tokens[Math.max(from, to - 1)] ?? first;
    return first === undefined || last === undefined
      ? fileSpan(this.sql, 0, 0)
      : fileSpan(this.sql, first.start, last.end);
  }
}

function matchParentheses(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  tokens.forEach((token, index) => {
    if (isMark(token, "(")) open.push(index);
    else if (isMark(token, ")")) {
      const start = open.pop();
      if (start !== undefined) closing.set(start, index);
    }
  });
  return closing;
}

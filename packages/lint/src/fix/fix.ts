import type { Span } from "../source.js";

/** A change of one file's text. */
export interface Fix {
  /** What it does, in one short sentence: "add `AND status = 0`". */
  readonly title: string;
  /** Do not overlap. */
  readonly edits: readonly Edit[];
}

/** Puts `text` in the place of `span`; an empty span inserts. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

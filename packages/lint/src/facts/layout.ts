import type { Span } from "../source.js";

/**
 * Where the clauses of a statement stand that is written as one text: what a fix needs. Offsets in the file. Absent where
 * the program puts the statement together from several places, or puts whole clauses into it.
 */
export interface Layout {
  /** The conditions, without the word WHERE. */
  readonly where: Span | undefined;
  /** Conditions are joined by OR at their top level: with another one they need parentheses around them. */
  readonly mixed: boolean;
  /** `ORDER BY ...`; empty, and behind the clause that it would follow, where there is none. */
  readonly order: Span;
  /** Empty, where LIMIT would be written. `undefined` where there is one. */
  readonly limit: Span | undefined;
  /** The assignments, without the word SET. */
  readonly set: Span | undefined;
}

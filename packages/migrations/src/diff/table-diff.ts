import type { Target } from "@queuegen/modes";
import type { Change } from "./change.js";

/** One statement, and the one that takes it back; each ends in `;` and a newline. */
export interface DiffStep {
  readonly up: string;
  readonly down: string;
  /** What the statement changes, in the order of its clauses; at least one. */
  readonly changes: readonly Change[];
  /** What `down` does: it may lose what `up` made room for. */
  readonly reverse: readonly Change[];
}

/** How one table becomes another, statement by statement. No steps: the two are equal. */
export interface TableDiff {
  /** In the order in which they run; the way back runs from the last to the first. */
  readonly steps: readonly DiffStep[];
  /** What no statement of ours does, as the end of a sentence: `its primary key is another`. */
  readonly impossible: readonly string[];
}

export interface DiffOptions {
  /** The oldest server that the statements must run on. */
  readonly target: Target;
  /** The old name of a column by its new one. */
  readonly renames?: Renames;
}

/** The old name of a column by its new one. */
export type Renames = ReadonlyMap<string, string>;

export const NO_RENAMES: Renames = new Map();

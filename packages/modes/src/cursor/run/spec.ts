import type { ColumnSpecs } from "@queuegen/runtime/internal";
import type { ClaimSpec } from "../../claim/run/consumer.js";

/**
 * What mode cursor sends beside the statements of mode claim. Each stretch of the key that a range may consist of has a
 * `rows...`, an `edge...` and a `count...`: `Between0` for a key of one column, more of them for a composite one.
 */
export type WalkStatements = Readonly<
  Record<
    | "lowest"
    | "highest"
    | "rowsFirst"
    | "begin"
    | "rest"
    | "cutRest"
    | "lastRange"
    | "range"
    | "advance"
    | "where"
    | "held"
    | "cut"
    | "open"
    | "lost"
    | "pace"
    | "wait",
    string
  >
> &
  Readonly<Record<string, string>>;

export type KeyWord = "integer" | "text" | "bytes";

/** How a table is walked over. Durations in ms. */
export interface WalkSpec {
  /** The table that is walked over. */
  readonly table: string;
  /** Columns of its primary key in order, and how they are written. */
  readonly key: Readonly<Record<string, KeyWord>>;
  /** What handlers get, in the order that statements read it. */
  readonly columns: ColumnSpecs;
  /** There is a condition: rows that are passed over count, and are not handled. */
  readonly filtered: boolean;
  readonly batch: number;
  readonly batchTime: number | null;
  readonly throttle: number | null;
}

/** What a generated consumer of mode cursor says about its queue. */
export interface CursorSpec extends ClaimSpec {
  readonly walkStatements: WalkStatements;
  readonly walk: WalkSpec;
}

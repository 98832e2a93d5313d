import type { QueueModel } from "@queuegen/model";
import { progressStatements } from "@queuegen/modes";
import type { OperateDatabase } from "../operate/operate-database.js";

/** How a walk stands. Times in ms. */
export interface WalkState {
  readonly queue: string;
  readonly table: string;
  readonly ranges: Readonly<Record<RangeWord, number>>;
  readonly rows: {
    /** To be passed in all. */
    readonly all: number;
    /** The table is not cut to its end yet: `all` holds an estimate of the server's. */
    readonly estimated: boolean;
    readonly passed: number;
    /** Those that a handler has got. */
    readonly handled: number;
  };
  readonly begun: number | null;
  /** All ranges are done or dead since. */
  readonly over: number | null;
  readonly now: number;
  readonly dead: readonly { readonly id: string; readonly error: string | null }[];
  /** Ranges that have failed and wait for their next attempt; the first of those attempts is due at `due`. */
  readonly failing: { readonly ranges: number; readonly error: string; readonly due: number } | null;
}

export type RangeWord = "pending" | "waiting" | "inWork" | "done" | "dead" | "notCut";

const WORDS: Readonly<Record<number, RangeWord>> = {
  0: "pending",
  1: "inWork",
  2: "done",
  3: "dead",
  5: "waiting",
  6: "notCut",
};

const DEAD_SHOWN = 10;

interface StateRow {
  readonly range_status: number;
  readonly ranges: number | string;
  readonly rows_planned: string;
  readonly rows_seen: string;
  readonly rows_done: string;
  readonly begun_ms: number | string;
  readonly finished_ms: number | string | null;
  readonly now_ms: number | string;
}

/** The text of each statement about a walk, by its name. */
export function walkSql(model: QueueModel): (name: string) => string {
  const byName = new Map(progressStatements(model).map(({ name, sql }) => [name, sql]));
  return (name) => byName.get(name) ?? "";
}

export async function walkState(model: QueueModel, database: OperateDatabase): Promise<WalkState> {
  const sql = walkSql(model);
  const rows = await database.rows<StateRow>(sql("states"));
  const ranges = { pending: 0, waiting: 0, inWork: 0, done: 0, dead: 0, notCut: 0 };
  for (const row of rows) {
    const word = WORDS[row.range_status];
    if (word !== undefined) ranges[word] = Number(row.ranges);
  }
  const sum = (of: (row: StateRow) => number | string | null) =>
    rows.reduce((all, row) => all + Number(of(row) ?? 0), 0);
  const planned = sum(({ rows_planned }) => rows_planned);
  const passed = sum(({ rows_seen }) => rows_seen);
  const about = ranges.notCut > 0 ? await rowsAbout(model, database) : 0;
  const open = ranges.pending + ranges.waiting + ranges.inWork + ranges.notCut;
  return {
    queue: model.name,
    table: model.walk?.table ?? "",
    ranges,
    rows: {
      all: Math.max(planned, about, passed),
      estimated: ranges.notCut > 0,
      passed,
      handled: sum(({ rows_done }) => rows_done),
    },
    begun: rows.length === 0 ? null : Math.min(...rows.map(({ begun_ms }) => Number(begun_ms))),
    over: rows.length > 0 && open === 0 ? Math.max(...rows.map(({ finished_ms }) => Number(finished_ms ?? 0))) : null,
    now: Number(rows[0]?.now_ms ?? 0),
    dead:
      ranges.dead === 0
        ? []
        : (await database.rows<{ range_id: string; error: string | null }>(sql("dead"), { limit: DEAD_SHOWN })).map(
            ({ range_id, error }) => ({ id: range_id, error }),
          ),
    failing: ranges.waiting === 0 ? null : await failing(database, sql("failing")),
  };
}

async function failing(database: OperateDatabase, sql: string): Promise<WalkState["failing"]> {
  const [row] = await database.rows<{ ranges: number | string; due_ms: string | null; error: string }>(sql);
  return row === undefined ? null : { ranges: Number(row.ranges), error: row.error, due: Number(row.due_ms ?? 0) };
}

/** Rows of the table as the server's statistics have it. */
export async function rowsAbout(model: QueueModel, database: OperateDatabase): Promise<number> {
  const [row] = await database.rows<{ about: string | null }>(walkSql(model)("estimate"), { table: model.walk?.table });
  return Number(row?.about ?? 0);
}

import { type Cell, type Link, recordFiller } from "@queuegen/runtime/internal";
import type { CursorSource } from "./cursor-source.js";
import type { Key } from "./keys.js";
import type { RangeCursor, Step } from "./range-cursor.js";
import type { WalkSpec } from "./spec.js";

/** Rows of the table, and the step of the cursor that has them behind it. */
export interface Batch<Row> {
  readonly rows: readonly Row[];
  readonly step: Step;
}

/** With a condition on the rows: so many keys are passed over for one row at the most. */
const KEYS_A_ROW = 20;

/** How many keys a batch of so many rows may reach over. */
export function reachOf({ filtered }: Pick<WalkSpec, "filtered">, rows: number): number {
  return filtered ? KEYS_A_ROW * rows : rows;
}

/** Reads a range batch by batch. No statement reads more than a bounded stretch of the key. */
export class BatchReader<Row> {
  readonly #source: CursorSource;
  readonly #fill: ReturnType<typeof recordFiller>;

  constructor(source: CursorSource) {
    this.#source = source;
    this.#fill = recordFiller(source.spec.walk.columns);
  }

  read(cursor: RangeCursor, limit: number): Promise<Batch<Row>> {
    return cursor.onMain((link) =>
      this.#source.spec.walk.filtered ? this.#readSome(link, cursor, limit) : this.#readAll(link, cursor, limit),
    );
  }

  async #readAll(link: Link, { bounds }: RangeCursor, limit: number): Promise<Batch<Row>> {
    const rows = await this.#source.table.rows(link, bounds, limit);
    const to = rows.length < limit ? bounds.hi : this.#lastKey(rows);
    return { rows: this.#decode(rows), step: { to, seen: rows.length, done: rows.length } };
  }

  /** Where few rows meet the condition, the cursor moves on over those that do not, statement by statement. */
  async #readSome(link: Link, { bounds }: RangeCursor, limit: number): Promise<Batch<Row>> {
    const { table } = this.#source;
    const from = bounds.at ?? bounds.lo;
    const first = bounds.at === null ? 1 : 0;
    const reach = reachOf(this.#source.spec.walk, limit);
    const edge = await table.edge(link, from, bounds.hi, reach);
    const hi = edge.key ?? bounds.hi;
    const rows = await table.rows(link, { ...bounds, hi }, limit);
    const full = rows.length === limit;
    const to = full ? this.#lastKey(rows) : hi;
    const passed = edge.key === undefined ? edge.count : reach;
    const seen = first + (full ? await table.count(link, from, to, passed) : passed);
    return { rows: this.#decode(rows), step: { to, seen, done: rows.length } };
  }

  #lastKey(rows: readonly (readonly Cell[])[]): Key {
    return this.#source.table.keyOf(rows.at(-1)) as Key;
  }

  #decode(rows: readonly (readonly Cell[])[]): readonly Row[] {
    const { size } = this.#source.table.keys;
    return rows.map((cells) => this.#fill({}, cells, size) as Row);
  }
}

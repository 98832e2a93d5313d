import { compile, errnoOf, type Link, retryTransient, type SourceEnv } from "@queuegen/runtime/internal";
import { STATUS } from "../../claim/run/statements.js";
import { rowsOfRange } from "../rows-of-range.js";
import { inTransaction } from "./in-transaction.js";
import { type Bounds, sameKey } from "./keys.js";
import type { CursorSpec } from "./spec.js";
import type { WalkedTable } from "./walked-table.js";

const LONGEST_MS = 200;
const NOT_CUT = 6;
const DUPLICATE = 1062;

/**
 * Cuts the table into ranges, once for all workers. The run is row 1, which holds what is not cut yet: whoever is at it
 * takes a range off it by a guarded UPDATE, so a worker that dies leaves nothing half done.
 */
export class Plan {
  readonly #spec: CursorSpec;
  readonly #env: SourceEnv;
  readonly #table: WalkedTable;
  readonly #sql: Readonly<Record<"begin" | "rest" | "cutRest" | "lastRange" | "range", ReturnType<typeof compile>>>;
  #rows: number | undefined;
  #done = false;

  constructor(spec: CursorSpec, env: SourceEnv, table: WalkedTable) {
    const { begin, rest, cutRest, lastRange, range } = spec.walkStatements;
    this.#spec = spec;
    this.#env = env;
    this.#table = table;
    this.#sql = {
      begin: compile(begin),
      rest: compile(rest),
      cutRest: compile(cutRest),
      lastRange: compile(lastRange),
      range: compile(range),
    };
  }

  /** The table is cut, all of it. */
  get done(): boolean {
    return this.#done;
  }

  /** Cuts for a moment, at least once. */
  async go(link: Link): Promise<void> {
    const end = performance.now() + LONGEST_MS;
    do await retryTransient(() => this.#step(link), this.#env.onError);
    while (!this.#done && performance.now() < end);
  }

  async #step(link: Link): Promise<void> {
    const [row] = await link.read(this.#sql.rest);
    if (row === undefined) return this.#begin(link);
    if (Number(row[0]) !== NOT_CUT) {
      this.#done = true;
      return;
    }
    const rest = this.#table.keys.bounds(row, 1);
    if (rest !== null) await this.#cut(link, rest);
  }

  async #begin(link: Link): Promise<void> {
    const [lo, hi] = [await this.#table.lowest(link), await this.#table.highest(link)];
    // A table without rows is a run that is over.
    const status = lo === null ? STATUS.done : NOT_CUT;
    try {
      await link.write(this.#sql.begin, { ...this.#table.keys.lo(lo), ...this.#table.keys.hi(hi), status });
    } catch (error) {
      if (errnoOf(error) !== DUPLICATE) throw error;
    }
  }

  async #cut(link: Link, rest: Bounds): Promise<void> {
    const { keys } = this.#table;
    this.#rows ??= await this.#rowsOfRange(link);
    const rows = this.#rows;
    // Before its first row the cursor of a range is NULL, and that row is the first one.
    const first = rest.at === null ? 1 : 0;
    const edge = await this.#table.edge(link, rest.at ?? rest.lo, rest.hi, rows - first);
    if (edge.key === undefined || sameKey(edge.key, rest.hi)) {
      const planned = edge.key === undefined ? edge.count + first : rows;
      await link.write(this.#sql.lastRange, { ...keys.at(rest.at), planned });
      return;
    }
    const values = { ...keys.lo(rest.lo), ...keys.at(rest.at), ...keys.hi(edge.key) };
    await inTransaction(link, async () => {
      if ((await link.write(this.#sql.cutRest, values)) > 0)
        await link.write(this.#sql.range, { ...values, planned: rows });
    });
  }

  async #rowsOfRange(link: Link): Promise<number> {
    const [row] = await link.read(ESTIMATE, { table: this.#spec.walk.table });
    return rowsOfRange(Number(row?.[0] ?? 0), this.#spec.walk.batch);
  }
}

const ESTIMATE = compile(
  "SELECT TABLE_ROWS FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = :table",
);

import { compile, type Link, retryTransient, type SourceEnv } from "@queuegen/runtime/internal";
import { reachOf } from "./batch-reader.js";
import { inTransaction } from "./in-transaction.js";
import type { Bounds } from "./keys.js";
import type { CursorSpec } from "./spec.js";
import type { WalkedTable } from "./walked-table.js";

/** Ranges in work that are looked at. */
const MOST_RANGES = 200;
/** The cursor keeps this distance from the place of the cut, in batches, so that the batch in flight stays in its range. */
const DISTANCE = 2;
/** Less than this, in batches, is not worth a cut. */
const LEAST = 4;
/** What a cut reads of the key at the most. */
const MOST_ROWS = 100_000;

interface Held extends Bounds {
  readonly id: string;
  /** Rows that are left, by the count when the range was made. */
  readonly left: number;
}

/** A worker without a range takes half of the largest that is in work. */
export class Share {
  readonly #spec: CursorSpec;
  readonly #env: SourceEnv;
  readonly #table: WalkedTable;
  readonly #sql: Readonly<Record<"held" | "cut" | "range", ReturnType<typeof compile>>>;

  constructor(spec: CursorSpec, env: SourceEnv, table: WalkedTable) {
    const { held, cut, range } = spec.walkStatements;
    this.#spec = spec;
    this.#env = env;
    this.#table = table;
    this.#sql = { held: compile(held), cut: compile(cut), range: compile(range) };
  }

  /** Answers whether there is a new range. */
  async take(link: Link): Promise<boolean> {
    const rows = await link.read(this.#sql.held, { limit: MOST_RANGES });
    const largest = rows
      .flatMap(([id, left, ...cells]): Held[] => {
        const bounds = this.#table.keys.bounds(cells, 0);
        return bounds === null ? [] : [{ ...bounds, id: String(id), left: Number(left) }];
      })
      .sort((a, b) => b.left - a.left)[0];
    const reach = reachOf(this.#spec.walk, this.#spec.walk.batch);
    if (largest === undefined || largest.left < LEAST * reach) return false;
    return retryTransient(() => this.#cut(link, largest, reach), this.#env.onError);
  }

  async #cut(link: Link, range: Held, reach: number): Promise<boolean> {
    const { keys } = this.#table;
    const half = Math.min(MOST_ROWS, Math.floor(range.left / 2));
    const distance = Math.min(half - 1, DISTANCE * reach);
    const near = await this.#table.edge(link, range.at ?? range.lo, range.hi, half - distance);
    if (near.key === undefined) return false;
    const mid = await this.#table.edge(link, near.key, range.hi, distance);
    if (mid.key === undefined) return false;
    const cut = {
      id: BigInt(range.id),
      ...keys.hi(range.hi),
      ...keys.mid(mid.key),
      ...keys.near(near.key),
      moved: range.left - half,
    };
    const rest = { ...keys.lo(mid.key), ...keys.at(mid.key), ...keys.hi(range.hi), planned: range.left - half };
    return inTransaction(link, async () => {
      if ((await link.write(this.#sql.cut, cut)) === 0) return false;
      await link.write(this.#sql.range, rest);
      return true;
    });
  }
}

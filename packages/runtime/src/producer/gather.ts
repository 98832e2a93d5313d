import { PayloadError } from "../errors.js";
import { failureOf } from "../sql/server-error.js";
import type { Enqueued, ProducerSpec } from "./enqueue.js";
import { insertJobs } from "./insert.js";
import type { Producer } from "./producer-connection.js";
import type { NewRow } from "./rows.js";
import type { ServerFacts } from "./server-facts.js";

const MOST_ROWS = 1_000;
/** Statements under way for one table: a stuck one must not hold up everybody. */
const MOST_STATEMENTS = 4;

interface Call {
  readonly row: NewRow;
  resolve(enqueued: Enqueued): void;
  reject(error: unknown): void;
}

/**
 * Puts single jobs that are enqueued at the same time into one INSERT: one commit for all of them. A lone job goes at once;
 * what comes while statements are under way goes with the next. Only where each call commits by itself, never in the
 * caller's transaction.
 */
export class Gather {
  readonly #producer: Producer;
  readonly #spec: ProducerSpec;
  readonly #facts: ServerFacts;
  #calls: Call[] = [];
  #underWay = 0;

  constructor(producer: Producer, spec: ProducerSpec, facts: ServerFacts) {
    this.#producer = producer;
    this.#spec = spec;
    this.#facts = facts;
  }

  insert(row: NewRow): Promise<Enqueued> {
    return new Promise((resolve, reject) => {
      this.#calls.push({ row, resolve, reject });
      if (this.#calls.length === 1 && this.#underWay < MOST_STATEMENTS) void this.#send();
    });
  }

  async #send(): Promise<void> {
    this.#underWay++;
    // Calls of the same turn of the event loop share the statement.
    await new Promise(setImmediate);
    while (this.#calls.length > 0) {
      const calls = this.#calls.splice(0, MOST_ROWS);
      await this.#insertAll(calls);
    }
    this.#underWay--;
  }

  async #insertAll(calls: readonly Call[]): Promise<void> {
    try {
      const rows = calls.map(({ row }) => row);
      const enqueued = await insertJobs(this.#producer, this.#spec, rows, this.#facts);
      calls.forEach(({ resolve }, index) => {
        resolve(enqueued[index]!);
      });
    } catch (error) {
      // One job must not fail for another's fault. But where the connection died the INSERT may have been committed: sent
      // again, every job of it would be there twice.
      const refused = error instanceof PayloadError || failureOf(error) === "statement";
      if (refused && calls.length > 1) for (const call of calls) await this.#insertAll([call]);
      else for (const call of calls) call.reject(error);
    }
  }
}

const gathers = new WeakMap<object, Map<ProducerSpec, Gather>>();

/** The one of this pool (or Kysely instance) and table. */
export function gatherOf(owner: object, spec: ProducerSpec, producer: Producer, facts: ServerFacts): Gather {
  const bySpec = gathers.get(owner) ?? new Map<ProducerSpec, Gather>();
  gathers.set(owner, bySpec);
  const gather = bySpec.get(spec) ?? new Gather(producer, spec, facts);
  bySpec.set(spec, gather);
  return gather;
}

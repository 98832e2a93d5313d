import type { CorePool } from "../client/mysql.js";
import { NOW_MS } from "../sql/now.js";
import { quoteText } from "../sql/quote-text.js";
import { retryTransient } from "../sql/retry-transient.js";
import { DUPLICATE_KEY, errnoOf, failureOf, LOCK_WAIT_TIMEOUT } from "../sql/server-error.js";
import { compile, type Statement } from "../sql/statement.js";
import type { LeaseClock } from "../time/lease-clock.js";
import type { Claimed } from "./claimed.js";
import { type Ask, onPool } from "./on-pool.js";

const RUNNING = 1;
const DONE = 2;
const AFTER_LOSS_MS = 100;

/** What the log says of a key: done with this JSON, held by this attempt now, or in the hands of another job, where known. */
export type KeyState =
  | { readonly kind: "done"; readonly result: string | null }
  | { readonly kind: "mine" }
  | { readonly kind: "busy"; readonly job?: string };

export interface OnceLogEnv {
  readonly pool: CorePool;
  /** ms without a reply after which a connection counts as half open. */
  readonly timeout: number;
  readonly queue: string;
  readonly clock: LeaseClock;
  /** Told of errors that were dealt with. */
  readonly onError: (error: unknown) => void;
}

/**
 * Which keys of one queue are done: a row of the table `once` each. A running key belongs to one claim of one job, and
 * only that can mark it as done. The next attempt of the same job takes it over at once, another job after a lease.
 */
export class OnceLog {
  readonly #env: OnceLogEnv;
  readonly #sql: Readonly<Record<"begin" | "take" | "read" | "done" | "forget", Statement>>;

  constructor(table: string, env: OnceLogEnv) {
    const key = "WHERE queue = :queue AND once_key = :key";
    // One token is that of all jobs of a claim, so the job is part of the fence.
    const mine = `${key} AND status = ${RUNNING} AND claim_token = :token AND job_id = :id`;
    this.#env = env;
    this.#sql = {
      begin: compile(
        `INSERT INTO \`${table}\` (queue, once_key, status, claim_token, job_id, time_ms) VALUES (:queue, :key, ${RUNNING}, :token, :id, ${NOW_MS})`,
      ),
      take: compile(
        `UPDATE \`${table}\` SET claim_token = :token, job_id = :id, time_ms = ${NOW_MS} ${key} AND status = ${RUNNING} AND (job_id = :id OR time_ms < ${NOW_MS} - :lease)`,
      ),
      read: compile(`SELECT status, claim_token, job_id, result FROM \`${table}\` ${key}`),
      done: compile(`UPDATE \`${table}\` SET status = ${DONE}, result = :result, time_ms = ${NOW_MS} ${mine}`),
      forget: compile(`DELETE FROM \`${table}\` ${mine}`),
    };
  }

  /** Takes the key for this attempt, unless it is done or another job works on it. */
  async begin(item: Claimed<unknown>, key: string): Promise<KeyState> {
    const values = { ...this.#fence(item, key), lease: this.#env.clock.lease };
    try {
      return await this.#send(item, (ask) => this.#take(ask, values));
    } catch (error) {
      // Somebody is between the mark and the commit, or froze there.
      if (errnoOf(error) === LOCK_WAIT_TIMEOUT) return { kind: "busy" };
      throw error;
    }
  }

  async #take(ask: Ask, values: Readonly<Record<string, string | number>>): Promise<KeyState> {
    for (;;) {
      try {
        await ask.write(this.#sql.begin, values);
        return { kind: "mine" };
      } catch (error) {
        if (errnoOf(error) !== DUPLICATE_KEY) throw error;
      }
      const known = await this.#look(ask, values);
      if (known?.kind === "done") return known;
      if (known !== undefined && (await ask.write(this.#sql.take, values)) > 0) return { kind: "mine" };
      const now = await this.#look(ask, values);
      // Where it is gone its holder has failed and forgotten it since.
      if (now !== undefined) return now;
    }
  }

  async #look(
    ask: Ask,
    values: Readonly<Record<string, string | number>>,
  ): Promise<Exclude<KeyState, { readonly kind: "mine" }> | undefined> {
    const [row] = await ask.read(this.#sql.read, values);
    if (row === undefined) return undefined;
    return Number(row[0]) === DONE ? { kind: "done", result: textOf(row[3]) } : { kind: "busy", job: String(row[2]) };
  }

  /** Text of the guarded mark, for the transaction that fn's effects are part of. No row matched: another attempt has the key. */
  mark(item: Claimed<unknown>, key: string, result: string | null): string {
    // In the user's session, whose sql_mode may take backslashes for what they are.
    return this.#sql.done.render({ ...this.#fence(item, key), result }, (text) => quoteText(String(text)));
  }

  /** The mark by itself. False: another attempt has the key. */
  async done(item: Claimed<unknown>, key: string, result: string | null): Promise<boolean> {
    const values = { ...this.#fence(item, key), result };
    const affected = await this.#send(item, (ask) => ask.write(this.#sql.done, values));
    // Sent twice after a lost reply, the second one finds nothing to do.
    return affected > 0 || this.isDone(item, key);
  }

  /** After a commit whose reply was lost: has this attempt marked the key? */
  async isDone(item: Claimed<unknown>, key: string): Promise<boolean> {
    const values = this.#fence(item, key);
    const [row] = await this.#send(item, (ask) => ask.read(this.#sql.read, values));
    return row !== undefined && Number(row[0]) === DONE && row[1] === item.token && row[2] === item.id;
  }

  /** fn has failed: another job with this key need not wait. */
  async forget(item: Claimed<unknown>, key: string): Promise<void> {
    await this.#send(item, (ask) => ask.write(this.#sql.forget, this.#fence(item, key)));
  }

  #fence(item: Claimed<unknown>, key: string): Readonly<Record<"queue" | "key" | "token" | "id", string>> {
    return { queue: this.#env.queue, key, token: item.token, id: item.id };
  }

  /** Again after a lost connection, for as long as the lease lasts. */
  async #send<T>(item: Claimed<unknown>, work: (ask: Ask) => Promise<T>): Promise<T> {
    const { pool, timeout, clock, onError } = this.#env;
    const notLocked = (error: unknown) => errnoOf(error) !== LOCK_WAIT_TIMEOUT;
    for (;;) {
      try {
        return await retryTransient(() => onPool(pool, timeout, work), onError, notLocked);
      } catch (error) {
        if (failureOf(error) !== "connection" || clock.left(item.renewed) <= 0) throw error;
        onError(error);
        await new Promise((resolve) => setTimeout(resolve, AFTER_LOSS_MS));
      }
    }
  }
}

function textOf(cell: unknown): string | null {
  return cell === null || cell === undefined ? null : String(cell);
}

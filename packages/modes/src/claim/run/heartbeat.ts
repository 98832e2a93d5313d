import {
  type Claimed,
  compile,
  digits,
  errnoOf,
  LOCK_WAIT_TIMEOUT,
  type Lost,
  retryTransient,
  type SourceEnv,
  type Statement,
} from "@queuegen/runtime/internal";
import { describeOwner, fence, type Owners } from "./owners.js";
import { STATUS } from "./statements.js";

const ROWS_A_STATEMENT = 1_000;

/** Renews leases on a connection of its own. */
export class Heartbeat<Job> {
  readonly #env: SourceEnv;
  readonly #owners: Owners;
  readonly #statement: Statement;

  constructor(env: SourceEnv, owners: Owners, statement: string) {
    this.#env = env;
    this.#owners = owners;
    this.#statement = compile(statement);
  }

  async renew(items: readonly Claimed<Job>[]): Promise<readonly Lost<Job>[]> {
    const lost: Lost<Job>[] = [];
    for (let from = 0; from < items.length; from += ROWS_A_STATEMENT) {
      await this.#renewSome(items.slice(from, from + ROWS_A_STATEMENT), lost);
    }
    return lost;
  }

  async #renewSome(items: readonly Claimed<Job>[], lost: Lost<Job>[]): Promise<void> {
    const link = await this.#env.beat.link();
    const sent = this.#env.clock.now();
    const running = digits(items.filter((item) => item.state === "running").map((item) => item.id));
    const values = { ...fence(items), running };
    try {
      const send = () => link.write(this.#statement, values);
      // A lock wait is not repeated: the row is held by a transaction of its own job, the others must not wait for it.
      const affected = await retryUnlessLocked(send, this.#env.onError);
      if (affected === items.length) for (const item of items) item.renewed = sent;
      else await this.#judge(items, sent, lost);
    } catch (error) {
      if (errnoOf(error) !== LOCK_WAIT_TIMEOUT) throw error;
      // One row and locked: its own transaction is at work, which keeps the reclaimer off as well.
      if (items.length === 1) return;
      const half = items.length >> 1;
      await this.#renewSome(items.slice(0, half), lost);
      await this.#renewSome(items.slice(half), lost);
    }
  }

  /** Fewer rows than sent: read before anything is declared lost. What has a write on its way is judged by that write. */
  async #judge(items: readonly Claimed<Job>[], sent: Claimed<Job>["renewed"], lost: Lost<Job>[]): Promise<void> {
    const owners = await this.#owners.read(await this.#env.beat.link(), items);
    for (const item of items) {
      const owner = owners.get(item.id);
      if (owner?.status === STATUS.processing && owner.token === item.token) item.renewed = sent;
      else if (inHand(item) && !item.locked) {
        lost.push({ item, why: owner === undefined ? "the row is gone" : describeOwner(owner) });
      }
    }
  }
}

function inHand(item: Claimed<unknown>): boolean {
  return item.state === "waiting" || item.state === "starting" || item.state === "running";
}

function retryUnlessLocked<T>(send: () => Promise<T>, onRetry: (error: unknown) => void): Promise<T> {
  return retryTransient(send, onRetry, (error) => errnoOf(error) !== LOCK_WAIT_TIMEOUT);
}

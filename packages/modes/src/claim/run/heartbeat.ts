import {
  type Claimed,
  compile,
  errnoOf,
  LOCK_WAIT_TIMEOUT,
  type Lost,
  retryTransient,
  type SourceEnv,
  type Statement,
} from "@queuegen/runtime/internal";
import { describeOwner, type Owners } from "./owners.js";
import { STATUS } from "./statements.js";

const ROWS_A_STATEMENT = 1_000;

/** Renews leases on a connection of its own. */
export class Heartbeat<Job> {
  readonly #env: SourceEnv;
  readonly #owners: Owners;
  readonly #statement: Statement;
  readonly #adopted: boolean;
  /** Rows that a transaction held at the last beat: they come last and alone, since each may cost a lock wait again. */
  #held: ReadonlySet<Claimed<Job>> = new Set();

  /** @param adopted the rows are the application's, and its own transactions lock them, those of handlers among them */
  constructor(env: SourceEnv, owners: Owners, statement: string, adopted: boolean) {
    this.#env = env;
    this.#owners = owners;
    this.#statement = compile(statement);
    this.#adopted = adopted;
  }

  async renew(items: readonly Claimed<Job>[]): Promise<readonly Lost<Job>[]> {
    const lost: Lost<Job>[] = [];
    const held = this.#held;
    const free = held.size === 0 ? items : items.filter((item) => !held.has(item));
    this.#held = new Set();
    for (let from = 0; from < free.length; from += ROWS_A_STATEMENT) {
      await this.#renewSome(free.slice(from, from + ROWS_A_STATEMENT), lost);
    }
    if (free !== items) for (const item of items) if (held.has(item)) await this.#renewSome([item], lost);
    return lost;
  }

  async #renewSome(items: readonly Claimed<Job>[], lost: Lost<Job>[]): Promise<void> {
    const link = await this.#env.beat.link();
    const sent = this.#env.clock.now();
    const running = this.#owners.list(items.filter((item) => item.state === "running").map((item) => item.id));
    const values = { ...this.#owners.fence(items), running };
    try {
      const send = () => link.write(this.#statement, values);
      // A lock wait is not repeated: the row is held by a transaction of its own job, the others must not wait for it.
      const affected = await retryUnlessLocked(send, this.#env.onError);
      if (affected === items.length) for (const item of items) item.renewed = sent;
      else await this.#judge(items, sent, lost);
    } catch (error) {
      if (errnoOf(error) !== LOCK_WAIT_TIMEOUT) throw error;
      if (items.length === 1) {
        this.#heldBack(items[0]!, sent);
        return;
      }
      const half = items.length >> 1;
      await this.#renewSome(items.slice(0, half), lost);
      await this.#renewSome(items.slice(half), lost);
    }
  }

  /**
   * One row and locked: a transaction is at work on it, which keeps the reclaimer off as well. On a table of the
   * application's that may be any, for as long as it likes: the handler need not be stopped for it.
   */
  #heldBack(item: Claimed<Job>, sent: Claimed<Job>["renewed"]): void {
    if (!this.#adopted) return;
    item.renewed = sent;
    this.#held = new Set([...this.#held, item]);
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

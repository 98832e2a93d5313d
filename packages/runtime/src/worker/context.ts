import type { MysqlConnection } from "../client/mysql.js";
import type { Duration } from "../time/duration.js";
import type { Claimed } from "./claimed.js";
import type { Log } from "./log.js";
import type { Once } from "./once.js";
import { type Outcome, type Release, release } from "./outcome.js";

/** What a handler gets beside its job. */
export interface JobContext<Trx = MysqlConnection> {
  /** Fires when the claim is lost, the time-out is over or the worker is told to stop at once; its reason is the error. */
  readonly signal: AbortSignal;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
  /** The worker's logger with queue and job id. */
  readonly log: Log;
  /** Renews the claim now. Rejects with ClaimLostError where it is gone. (It is renewed by itself every third of a lease.) */
  heartbeat(): Promise<void>;
  /**
   * Runs `fn` in a transaction that also completes the job: both happen or neither does. Rejects with ClaimLostError, and
   * rolls back, where the claim is gone. `fn` may run again after a deadlock. Once for each handler, awaited, not nested.
   */
  transaction<T>(fn: (trx: Trx) => Promise<T>): Promise<T>;
  /**
   * Runs `fn` once for a key of this queue, however many attempts and jobs there are: `fn` and the mark that it is done are
   * one transaction. Later calls answer what it gave, as JSON. For queues that declare `once: true`.
   */
  readonly once: Once<Trx>;
  /**
   * Gives the job back after this handler has returned, for another try after `delay` (1 s at least), as if this attempt
   * had not been. The same as returning `release(delay)`.
   */
  release(delay?: Duration): Release;
}

/** Called once for each attempt. Return = done; throw = failed attempt; `retryAfter`, `dead` and `release` as named. */
export type Handler<Job, Trx = MysqlConnection> = (
  job: Job,
  ctx: JobContext<Trx>,
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler may end without a return statement
) => Promise<Outcome | undefined | void> | Outcome | undefined | void;

/** What the context of a job needs of its queue. */
export interface ContextServices<Job, Trx> {
  log(item: Claimed<Job>): Log;
  renew(item: Claimed<Job>): Promise<void>;
  transaction<T>(item: Claimed<Job>, fn: (trx: Trx) => Promise<T>): Promise<T>;
  once(item: Claimed<Job>, args: readonly unknown[]): Promise<unknown>;
  /** Set once handlers shall stop at once. */
  readonly aborted: Error | undefined;
}

/** One a job, with nothing in it that the handler has not asked for. */
export class ClaimContext<Job, Trx> implements JobContext<Trx> {
  readonly #item: Claimed<Job>;
  readonly #services: ContextServices<Job, Trx>;

  constructor(item: Claimed<Job>, services: ContextServices<Job, Trx>) {
    this.#item = item;
    this.#services = services;
  }

  get signal(): AbortSignal {
    const item = this.#item;
    if (item.controller === undefined) {
      item.controller = new AbortController();
      const reason = item.lost ?? item.timedOut ?? this.#services.aborted;
      if (reason !== undefined) item.controller.abort(reason);
    }
    return item.controller.signal;
  }

  get attempt(): number {
    return this.#item.attempt;
  }

  get log(): Log {
    return this.#services.log(this.#item);
  }

  // Getters, so that `{ transaction }` can be taken out of the context.
  get heartbeat(): () => Promise<void> {
    return () => this.#services.renew(this.#item);
  }

  get transaction(): <T>(fn: (trx: Trx) => Promise<T>) => Promise<T> {
    return (fn) => this.#services.transaction(this.#item, fn);
  }

  get once(): Once<Trx> {
    return ((...args: unknown[]) => this.#services.once(this.#item, args)) as Once<Trx>;
  }

  get release(): (delay?: Duration) => Release {
    return (delay) => {
      this.#item.released = release(delay);
      return this.#item.released;
    };
  }
}

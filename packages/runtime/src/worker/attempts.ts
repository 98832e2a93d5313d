import type { Session } from "../session/session.js";
import type { Claimed, Failure } from "./claimed.js";
import { ClaimContext, type ContextServices, type Handler } from "./context.js";
import { cutText } from "./cut-text.js";
import type { Events } from "./events.js";
import type { Hand } from "./hand.js";
import type { Log } from "./log.js";
import { Dead, RetryAfter } from "./outcome.js";
import type { Consumer, Source } from "./source.js";
import { completeInTransaction, type JobTransaction } from "./transaction.js";
import type { Verb } from "./write-back.js";

const LONG_WAIT_MS = 5_000;
const POOL_ADVICE = "raise its connectionLimit, and do not use the pool inside ctx.transaction";

export interface AttemptsOptions<Job, Trx> {
  readonly consumer: Consumer<Job>;
  readonly handler: Handler<Job, Trx>;
  readonly source: Source<Job>;
  readonly hand: Hand<Job>;
  readonly main: Session;
  readonly transaction: JobTransaction<Trx>;
  readonly events: Events;
  readonly log: Log;
  /** Takes the outcome of an attempt. */
  readonly end: (verb: Verb, item: Claimed<Job>) => void;
}

/** Runs handlers and turns what they do into outcomes: return = complete, throw = failed, `retryAfter` and `dead` as named. */
export class Attempts<Job, Trx> implements ContextServices<Job, Trx> {
  readonly #options: AttemptsOptions<Job, Trx>;
  #log: Log | undefined;
  #aborted: Error | undefined;

  constructor(options: AttemptsOptions<Job, Trx>) {
    this.#options = options;
  }

  get aborted(): Error | undefined {
    return this.#aborted;
  }

  abort(reason: Error): void {
    this.#aborted = reason;
    for (const item of this.#options.hand.values()) item.controller?.abort(reason);
  }

  /** Never rejects. Where the job is no longer in hand at the end, its outcome counts for nothing. */
  async run(item: Claimed<Job>): Promise<void> {
    try {
      const outcome: unknown = await this.#options.handler(item.job, new ClaimContext(item, this));
      if (item.transaction !== undefined) await this.#abandon(item);
      if (item.state === "running") this.#dispose(item, outcome);
      else if (item.lost === undefined && isOutcome(outcome)) {
        this.log(item).warn(
          "ctx.transaction has completed the job: the retryAfter or dead that the handler returned is void",
        );
      }
    } catch (error) {
      // It must not commit behind the back of the next attempt.
      if (item.transaction !== undefined) await this.#abandon(item).catch(() => {});
      if (item.state === "running") this.#fail(item, error);
      else if (item.lost === undefined)
        this.log(item).error({ err: error }, "the handler threw after its job was completed");
    }
  }

  /** Lets the transaction end, rolled back if it has not yet written its completion. Rejects with what the handler did wrong. */
  async #abandon(item: Claimed<Job>): Promise<void> {
    item.abandoned = new Error("the handler ended before its ctx.transaction: is an await missing?");
    await item.transaction?.catch(() => {});
    throw item.abandoned;
  }

  log(item: Claimed<Job>): Log {
    const { log, consumer } = this.#options;
    this.#log ??= log.child?.({ queue: consumer.queue }) ?? log;
    return this.#log.child?.({ id: item.id }) ?? this.#log;
  }

  renew(item: Claimed<Job>): Promise<void> {
    return heeded(this.#renew(item));
  }

  async #renew(item: Claimed<Job>): Promise<void> {
    const { source, hand } = this.#options;
    if (item.state === "running" && !item.locked) {
      for (const { item: gone, why } of await source.heartbeat([item])) hand.lose(gone, why);
    }
    if (item.lost !== undefined) throw item.lost;
  }

  transaction<T>(item: Claimed<Job>, fn: (trx: Trx) => Promise<T>): Promise<T> {
    const refusal = this.#refusal(item);
    if (refusal !== undefined) return heeded(Promise.reject(refusal));
    const running = this.#transaction(item, fn).finally(() => {
      item.transaction = undefined;
    });
    item.transaction = running;
    // An abandoned one stays open for the handler, which is over: a rejection that nobody awaits would end the process.
    const seen = new Promise<T>((resolve, reject) => {
      running.then(resolve, (error: unknown) => {
        if (item.abandoned === undefined) reject(error);
      });
    });
    return heeded(seen);
  }

  /** Why the handler may not begin a transaction now. */
  #refusal(item: Claimed<Job>): Error | undefined {
    if (item.lost !== undefined) return item.lost;
    if (item.transaction === undefined && item.state === "running") return undefined;
    const problem = item.transaction === undefined ? "the job is over" : "one is running";
    const error = new Error(
      `queue ${this.#options.consumer.queue}, job ${item.id}: ctx.transaction completes the job, so it is for once in a handler, not nested: ${problem} already`,
    );
    // Where the call is not awaited, nobody else would tell.
    this.log(item).error({ err: error }, "ctx.transaction was refused");
    return error;
  }

  async #transaction<T>(item: Claimed<Job>, fn: (trx: Trx) => Promise<T>): Promise<T> {
    const { transaction, source, hand, consumer, events } = this.#options;
    const slow = setTimeout(
      () =>
        this.log(item).warn(
          `ctx.transaction has waited ${LONG_WAIT_MS / 1000} s for a connection of the pool: ${POOL_ADVICE}`,
        ),
      LONG_WAIT_MS,
    );
    const begin = (trx: Trx) => {
      clearTimeout(slow);
      return fn(trx);
    };
    try {
      const value = await completeInTransaction(transaction, source, item, consumer.queue, begin, (error) =>
        events.emit("error", { queue: consumer.queue, error }),
      );
      hand.remove(item);
      events.emit("completed", { queue: consumer.queue, count: 1 });
      return value;
    } finally {
      clearTimeout(slow);
    }
  }

  #dispose(item: Claimed<Job>, outcome: unknown): void {
    if (outcome instanceof RetryAfter) this.#retry(item, { error: "retryAfter", delay: outcome.delay });
    else if (outcome instanceof Dead) {
      item.failure = { delay: 0, error: cutText(outcome.reason) };
      this.#options.end("dead", item);
    } else this.#options.end("complete", item);
  }

  #fail(item: Claimed<Job>, error: unknown): void {
    const message = error instanceof Error ? error.message || error.name : String(error);
    this.#retry(item, { error: cutText(message), delay: this.#options.consumer.backoff(item.attempt), thrown: error });
  }

  #retry(item: Claimed<Job>, failure: Failure): void {
    item.failure = failure;
    this.#options.end("retry", item);
  }
}

function isOutcome(value: unknown): boolean {
  return value instanceof RetryAfter || value instanceof Dead;
}

/** A handler may forget to await it: that must not end the process as an unhandled rejection. */
function heeded<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

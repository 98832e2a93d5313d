import { type HandlerTimeoutError, KeyBusyError } from "../errors.js";
import type { Session } from "../session/session.js";
import type { Claimed, Failure } from "./claimed.js";
import { ClaimContext, type ContextServices, type Handler } from "./context.js";
import { cutText } from "./cut-text.js";
import type { Events } from "./events.js";
import type { Hand } from "./hand.js";
import type { Log } from "./log.js";
import type { OnceRunner } from "./once.js";
import { callOnce, openWork } from "./once-calls.js";
import { Dead, Release, RetryAfter, release } from "./outcome.js";
import { warnWhenSlow } from "./slow-warning.js";
import type { Consumer, Source } from "./source.js";
import { completeInTransaction, type JobTransaction } from "./transaction.js";
import type { Verb } from "./write-back.js";

export interface AttemptsOptions<Job, Trx> {
  readonly consumer: Consumer<Job>;
  readonly handler: Handler<Job, Trx>;
  readonly source: Source<Job>;
  readonly hand: Hand<Job>;
  readonly main: Session;
  readonly transaction: JobTransaction<Trx>;
  readonly once: OnceRunner<Trx>;
  readonly events: Events;
  readonly log: Log;
  /** What can end in good order now should. */
  readonly halted: () => boolean;
  /** Takes the outcome of an attempt. */
  readonly end: (verb: Verb, item: Claimed<Job>) => void;
}

/** Runs handlers and turns what they do into outcomes: return = complete, throw = failed, `retryAfter`, `dead` and `release` as named. */
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
  run(item: Claimed<Job>): Promise<void> {
    const { events } = this.#options;
    // Nothing is made for listeners that are not there.
    const told = events.has("beforeProcess") || events.has("afterProcess");
    return told ? this.#runTold(item) : this.#run(item);
  }

  async #runTold(item: Claimed<Job>): Promise<void> {
    const { events, consumer } = this.#options;
    const { queue } = consumer;
    const { id, attempt, job } = item;
    const begun = performance.now();
    events.emit("beforeProcess", { queue, id, attempt, job });
    await this.#run(item);
    events.emit("afterProcess", { queue, id, attempt, ms: performance.now() - begun });
  }

  async #run(item: Claimed<Job>): Promise<void> {
    try {
      const outcome: unknown = await this.#call(item);
      if (openWork(item) !== undefined) await this.#abandon(item);
      if (item.state === "running") this.#dispose(item, outcome);
      else if (item.lost === undefined && item.timedOut === undefined && isOutcome(outcome ?? item.released)) {
        this.log(item).warn(
          "ctx.transaction has completed the job: the retryAfter, dead or release that the handler returned is void",
        );
      }
    } catch (error) {
      // It must not commit behind the back of the next attempt.
      if (openWork(item) !== undefined) await this.#abandon(item).catch(() => {});
      if (item.state === "running") this.#fail(item, error);
      else if (item.lost === undefined && item.timedOut === undefined)
        this.log(item).error({ err: error }, "the handler threw after its job was completed");
    }
  }

  #call(item: Claimed<Job>): unknown {
    const { handler, consumer, source, transaction, halted, events } = this.#options;
    const context = new ClaimContext<Job, Trx>(item, this);
    if (consumer.attempt === undefined) return handler(item.job, context);
    const onError = (error: unknown) => events.emit("error", { queue: consumer.queue, error });
    return consumer.attempt({ item, source, handle: handler, context, transaction, halted, onError });
  }

  /** The attempt has failed, although its handler may still run. A completion that is on its way to the server decides first. */
  timeOut(item: Claimed<Job>, error: HandlerTimeoutError): void {
    item.timedOut = error;
    item.controller?.abort(error);
    if (item.locked && item.transaction !== undefined)
      void item.transaction.catch(() => this.#failRunning(item, error));
    else this.#failRunning(item, error);
  }

  #failRunning(item: Claimed<Job>, error: unknown): void {
    if (item.state === "running") this.#fail(item, error);
  }

  /** Lets the transaction end, rolled back if it has not yet written its completion. Rejects with what the handler did wrong. */
  async #abandon(item: Claimed<Job>): Promise<void> {
    item.abandoned = new Error(`the handler ended before its ${openWork(item)}: is an await missing?`);
    await Promise.allSettled([item.transaction, ...(item.onces?.values() ?? [])]);
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
    const over = item.lost ?? item.timedOut;
    if (over !== undefined) throw over;
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

  once(item: Claimed<Job>, args: readonly unknown[]): Promise<unknown> {
    return heeded(callOnce(this.#options.once, item, args));
  }

  /** Why the handler may not begin a transaction now. */
  #refusal(item: Claimed<Job>): Error | undefined {
    const over = item.lost ?? item.timedOut;
    if (over !== undefined) return over;
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
    const open = warnWhenSlow(transaction, "ctx.transaction", (message) => this.log(item).warn(message));
    const value = await completeInTransaction(open, source, item, consumer.queue, fn, (error) =>
      events.emit("error", { queue: consumer.queue, error }),
    );
    hand.remove(item);
    events.emit("completed", { queue: consumer.queue, count: 1 });
    return value;
  }

  #dispose(item: Claimed<Job>, outcome: unknown): void {
    if (outcome instanceof RetryAfter) this.#retry(item, { error: "retryAfter", delay: outcome.delay });
    else if (outcome instanceof Dead) {
      item.failure = { delay: 0, error: cutText(outcome.reason) };
      this.#options.end("dead", item);
    } else if (outcome instanceof Release) this.#release(item, outcome);
    else if (item.released !== undefined) this.#release(item, item.released);
    else this.#options.end("complete", item);
  }

  #release(item: Claimed<Job>, { delay }: Release): void {
    item.failure = { delay, error: "" };
    this.#options.end("releaseStarted", item);
  }

  #fail(item: Claimed<Job>, error: unknown): void {
    if (error instanceof KeyBusyError) {
      // It comes to its turn when the other job is done with the key.
      this.#release(item, release());
      return;
    }
    const thrown = error ?? new Error(`the handler threw ${error}`);
    const message = thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
    this.#retry(item, { error: cutText(message), delay: this.#options.consumer.backoff(item.attempt), thrown });
  }

  #retry(item: Claimed<Job>, failure: Failure): void {
    item.failure = failure;
    this.#options.end("retry", item);
  }
}

function isOutcome(value: unknown): boolean {
  return value instanceof RetryAfter || value instanceof Dead || value instanceof Release;
}

/** A handler may forget to await it: that must not end the process as an unhandled rejection. */
function heeded<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

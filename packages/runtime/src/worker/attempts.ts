import type { Session } from "../session/session.js";
import type { Claimed } from "./claimed.js";
import { ClaimContext, type ContextServices, type Handler } from "./context.js";
import { cutText } from "./cut-text.js";
import type { Events } from "./events.js";
import type { Hand } from "./hand.js";
import type { Log } from "./log.js";
import { Dead, RetryAfter } from "./outcome.js";
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
      if (item.state === "running") this.#dispose(item, outcome);
    } catch (error) {
      if (item.state === "running") this.#fail(item, error);
      else if (item.lost === undefined)
        this.log(item).warn({ err: error }, "the handler threw after its job was completed");
    }
  }

  log(item: Claimed<Job>): Log {
    const { log, consumer } = this.#options;
    this.#log ??= log.child?.({ queue: consumer.queue }) ?? log;
    return this.#log.child?.({ id: item.id }) ?? this.#log;
  }

  async renew(item: Claimed<Job>): Promise<void> {
    const { source, hand } = this.#options;
    if (item.state === "running" && !item.locked) {
      for (const { item: gone, why } of await source.heartbeat([item])) hand.lose(gone, why);
    }
    if (item.lost !== undefined) throw item.lost;
  }

  async transaction<T>(item: Claimed<Job>, fn: (trx: Trx) => Promise<T>): Promise<T> {
    const { transaction, source, hand, consumer, events } = this.#options;
    if (item.lost !== undefined) throw item.lost;
    if (item.state !== "running") throw new Error(`queue ${consumer.queue}, job ${item.id}: it is completed already`);
    const value = await completeInTransaction(transaction, source, item, consumer.queue, fn, (error) =>
      events.emit("error", { queue: consumer.queue, error }),
    );
    hand.remove(item);
    events.emit("completed", { queue: consumer.queue, count: 1 });
    return value;
  }

  #dispose(item: Claimed<Job>, outcome: unknown): void {
    if (outcome instanceof RetryAfter) this.#retry(item, "retryAfter", outcome.delay);
    else if (outcome instanceof Dead) {
      item.failure = { delay: 0, error: cutText(outcome.reason) };
      this.#options.end("dead", item);
    } else this.#options.end("complete", item);
  }

  #fail(item: Claimed<Job>, error: unknown): void {
    const message = error instanceof Error ? error.message || error.name : String(error);
    this.#retry(item, message, this.#options.consumer.backoff(item.attempt));
  }

  #retry(item: Claimed<Job>, error: string, delay: number): void {
    item.failure = { delay, error: cutText(error) };
    this.#options.end("retry", item);
  }
}

import type { Turns } from "../time/turns.js";
import type { Claimed } from "./claimed.js";
import type { Hand } from "./hand.js";
import type { Lost, Source } from "./source.js";

/** Outcomes in one statement. */
const MOST = 1_000;
/** Outcomes with texts or delays of their own cost the server a search of the list for each row. */
const MOST_FAILURES = 100;

export type Verb = "complete" | "retry" | "dead" | "releaseStarted";

/**
 * Writes outcomes in batches that grow by themselves: a lone outcome goes at once, whatever ends while a connection
 * is busy goes with the next. (One UPDATE a job would throw away four fifths of the throughput.)
 */
export class WriteBack<Job> {
  readonly #source: Source<Job>;
  readonly #hand: Hand<Job>;
  readonly #turns: Turns;
  readonly #onWritten: (verb: Verb, items: readonly Claimed<Job>[]) => void;
  readonly #queues: Record<Verb, Claimed<Job>[]> = { complete: [], retry: [], dead: [], releaseStarted: [] };
  #flushing: Promise<void> | undefined;

  constructor(
    source: Source<Job>,
    hand: Hand<Job>,
    turns: Turns,
    onWritten: (verb: Verb, items: readonly Claimed<Job>[]) => void,
  ) {
    this.#source = source;
    this.#hand = hand;
    this.#turns = turns;
    this.#onWritten = onWritten;
  }

  get size(): number {
    const { complete, retry, dead, releaseStarted } = this.#queues;
    return complete.length + retry.length + dead.length + releaseStarted.length;
  }

  push(verb: Verb, item: Claimed<Job>): void {
    this.#queues[verb].push(item);
    this.#flushing ??= this.#flush();
  }

  /** Resolves when everything pushed so far, and meanwhile, is written or given up. */
  async drained(): Promise<void> {
    while (this.#flushing) await this.#flushing;
  }

  async #flush(): Promise<void> {
    // Handlers that end in the same turn of the event loop share the first statement.
    await new Promise(setImmediate);
    while (this.size > 0) {
      await this.#turns.take(async () => {
        await this.#write("complete", this.#queues.complete.splice(0, MOST));
        await this.#write("retry", this.#queues.retry.splice(0, MOST_FAILURES));
        await this.#write("dead", this.#queues.dead.splice(0, MOST_FAILURES));
        await this.#write("releaseStarted", this.#queues.releaseStarted.splice(0, MOST_FAILURES));
      });
    }
    this.#flushing = undefined;
  }

  async #write(verb: Verb, batch: readonly Claimed<Job>[]): Promise<void> {
    const items = batch.filter((item) => item.state !== "gone");
    if (items.length === 0) return;
    let lost: readonly Lost<Job>[];
    try {
      lost = await this.#source[verb](items);
    } catch (error) {
      lost = items.map((item) => ({ item, why: `the outcome could not be written: ${(error as Error).message}` }));
    }
    for (const { item, why } of lost) this.#hand.lose(item, why);
    const written = lost.length === 0 ? items : items.filter((item) => item.lost === undefined);
    for (const item of written) this.#hand.remove(item);
    if (written.length > 0) this.#onWritten(verb, written);
  }
}

import { type AttemptWork, ClaimLostError, completeInTransaction, type JobContext } from "@queuegen/runtime/internal";
import type { RangeJob } from "./cursor-source.js";
import type { RangeCursor, Step } from "./range-cursor.js";

type Work<Trx> = AttemptWork<RangeJob, Trx>;

/** What a handler gets beside a batch: that of its range, but a transaction that moves the cursor behind the batch. */
export class BatchContext<Trx> implements JobContext<Trx> {
  readonly #queue: string;
  readonly #work: Work<Trx>;
  readonly #cursor: RangeCursor;
  #step: Step;
  #moved = false;

  constructor(queue: string, work: Work<Trx>, cursor: RangeCursor, step: Step) {
    this.#queue = queue;
    this.#work = work;
    this.#cursor = cursor;
    this.#step = step;
  }

  /** `transaction` has moved the cursor. */
  get moved(): boolean {
    return this.#moved;
  }

  get signal(): AbortSignal {
    return this.#work.context.signal;
  }

  get attempt(): number {
    return this.#work.item.attempt;
  }

  get log(): JobContext<Trx>["log"] {
    return this.#work.context.log;
  }

  get heartbeat(): JobContext<Trx>["heartbeat"] {
    return this.#work.context.heartbeat;
  }

  get once(): JobContext<Trx>["once"] {
    return this.#work.context.once;
  }

  get release(): JobContext<Trx>["release"] {
    return this.#work.context.release;
  }

  get transaction(): JobContext<Trx>["transaction"] {
    return <T>(fn: (trx: Trx) => Promise<T>): Promise<T> => {
      const { item } = this.#work;
      const refusal = this.#refusal();
      const running =
        refusal === undefined
          ? this.#transaction(fn).finally(() => {
              item.transaction = undefined;
            })
          : Promise.reject<T>(refusal);
      if (refusal === undefined) item.transaction = running;
      // A handler may forget to await it: that must not end the process as an unhandled rejection.
      running.catch(() => {});
      return running;
    };
  }

  #refusal(): Error | undefined {
    const { item } = this.#work;
    const over = item.lost ?? item.voided;
    if (over !== undefined) return over;
    if (item.transaction === undefined && item.state === "running" && !this.#moved) return undefined;
    const problem = item.transaction !== undefined ? "one is running already" : "the batch is over already";
    return new Error(
      `queue ${this.#queue}, range ${item.id}: ctx.transaction moves the cursor behind the batch, so it is for once in a handler, not nested: ${problem}`,
    );
  }

  async #transaction<T>(fn: (trx: Trx) => Promise<T>): Promise<T> {
    const { item, transaction, onError } = this.#work;
    for (;;) {
      const step = this.#step;
      const ending = {
        completion: (_: unknown, quote: Parameters<RangeCursor["sql"]>[1]) => this.#cursor.sql(step, quote),
        completed: () => this.#cursor.isAt(step),
      };
      try {
        const value = await completeInTransaction(transaction, ending, item, this.#queue, fn, onError);
        item.locked = false;
        this.#moved = true;
        this.#cursor.moved(step);
        return value;
      } catch (error) {
        // It is rolled back. Where the range was only cut shorter, all of it is tried again.
        const again =
          error instanceof ClaimLostError && item.state === "running" ? await this.#cursor.stepAgain(step) : undefined;
        if (again === undefined) throw error;
        this.#step = again;
      }
    }
  }
}

import type { JobTransaction } from "../../transaction.js";
import { type ErrorReport, reportOf } from "../error-report.js";
import type { Did, Step } from "../messages.js";

type Begin = Extract<Step, { readonly step: "begin" }>;

/**
 * A function that a handler gave to `ctx.transaction` or `ctx.once`, and the transaction that it runs in. The worker leads:
 * begin opens it and runs the function, complete sends the statement that goes with it, commit or rollback end it. After a
 * rollback it may begin again.
 */
export class LedCall {
  readonly #fn: (trx: unknown) => Promise<unknown>;
  /** The worker wants to know what the function gives. */
  readonly #telling: boolean;
  /** What the function gave last. */
  value: unknown;
  /** What it threw last, and how that was told. */
  thrown: unknown;
  #report: ErrorReport | undefined;
  /** Takes the next step of a transaction that is open. */
  #next: ((step: Step) => void) | undefined;
  #done: ((did: Did) => void) | undefined;

  constructor(fn: (trx: unknown) => Promise<unknown>, telling: boolean) {
    this.#fn = fn;
    this.#telling = telling;
  }

  /** Resolves when the step is done, or has failed. */
  step(step: Step, open: (begin: Begin) => JobTransaction<unknown>): Promise<Did> {
    return new Promise((resolve) => {
      this.#done = resolve;
      if (step.step === "call") void this.#call();
      else if (step.step === "begin") void this.#transact(open(step));
      else if (this.#next !== undefined) this.#next(step);
      // Nothing is open: it has failed and is rolled back.
      else this.#tell({ affected: 0 });
    });
  }

  /** Is this the error that came of what the function threw, and went to the worker and back? */
  isOwn(error: unknown): boolean {
    const { message, stack } = error as Partial<Error>;
    return this.#report !== undefined && this.#report.message === message && this.#report.stack === stack;
  }

  async #call(): Promise<void> {
    try {
      await this.#give(undefined);
      this.#tell(this.#given());
    } catch (error) {
      this.#failed(error);
    }
  }

  async #transact(open: JobTransaction<unknown>): Promise<void> {
    try {
      await open(
        (trx) => this.#give(trx),
        async (write) => {
          let step = await this.#ask(this.#given());
          if (step.step === "complete") {
            const { sql, values } = step;
            step = await this.#ask({ affected: await write((quote) => fill(sql, values, quote)) });
          }
          if (step.step !== "commit") throw new Error("rolled back");
        },
      );
      this.#tell({ affected: 0 });
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#next = undefined;
    }
  }

  async #give(trx: unknown): Promise<void> {
    this.value = await this.#fn(trx);
    // What cannot leave the process must fail while the transaction can still be rolled back.
    if (this.#telling) structuredClone(this.value);
  }

  #given(): Did {
    return { affected: 0, ...(this.#telling && { value: this.value }) };
  }

  #failed(error: unknown): void {
    this.thrown = error;
    this.#report = reportOf(error);
    this.#tell({ affected: 0, error: this.#report });
  }

  /** Tells that a step is done and waits for the next. */
  #ask(did: Did): Promise<Step> {
    return new Promise((resolve) => {
      this.#next = (step) => {
        this.#next = undefined;
        resolve(step);
      };
      this.#tell(did);
    });
  }

  #tell(did: Did): void {
    this.#done?.(did);
    this.#done = undefined;
  }
}

function fill(
  sql: string,
  values: readonly (string | Uint8Array)[],
  quote: (value: string | Uint8Array) => string,
): string {
  let index = 0;
  return sql.replace(/\0/g, () => quote(values[index++]!));
}

import type { JobContext } from "@queuegen/runtime/claim";
import { reportOf, tell } from "./link.js";
import type { FromWorker } from "./messages.js";

interface Gate {
  readonly ctx: JobContext;
  readonly open: () => void;
}

/** Handlers that wait for the test. */
export class Gates {
  readonly #waiting = new Map<string, Gate>();
  readonly #opened = new Set<string>();

  /** Resolves when the test opens the gate of this job, now or before; rejects when the claim is lost. */
  wait(job: string, ctx: JobContext, deaf = false): Promise<void> {
    if (this.#opened.delete(job)) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const { signal } = ctx;
      const fail = (): void => reject(signal.reason);
      if (!deaf) signal.addEventListener("abort", fail, { once: true });
      if (!deaf && signal.aborted) fail();
      const open = (): void => {
        signal.removeEventListener("abort", fail);
        this.#waiting.delete(job);
        resolve();
      };
      this.#waiting.set(job, { ctx, open });
    });
  }

  open(job: string): void {
    const gate = this.#waiting.get(job);
    if (gate === undefined) this.#opened.add(job);
    else gate.open();
  }

  /** Asks the database whether the claim of a waiting job still holds. */
  async ask(job: string): Promise<void> {
    try {
      await this.#waiting.get(job)?.ctx.heartbeat();
      tell<FromWorker>({ kind: "answer", job });
    } catch (error) {
      tell<FromWorker>({ kind: "answer", job, error: reportOf(error) });
    }
  }
}

import type { ErrorReport } from "../error-report.js";
import { revive } from "../error-report.js";
import type { Ask, FromChild } from "../messages.js";

/** The child's way to its worker. */
export class Channel {
  #asks = 0;
  readonly #open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();

  send(message: FromChild): void {
    // Without the callback a worker that is gone would be an error that nobody handles; this process ends in a moment.
    process.send?.(message, undefined, undefined, () => {});
  }

  /** Resolves when the worker has done it. */
  ask(run: number, what: Ask): Promise<unknown> {
    const ask = ++this.#asks;
    return new Promise((resolve, reject) => {
      this.#open.set(ask, { resolve, reject });
      this.send({ kind: "ask", run, ask, ...what });
    });
  }

  answer(ask: number, value: unknown, error: ErrorReport | undefined): void {
    const open = this.#open.get(ask);
    this.#open.delete(ask);
    if (error === undefined) open?.resolve(value);
    else open?.reject(revive(error));
  }
}

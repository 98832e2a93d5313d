import { HandlerTimeoutError } from "../../errors.js";
import type { Attempts } from "../attempts.js";
import type { Claimed } from "../claimed.js";
import type { Events } from "../events.js";
import { Deadlines } from "./deadlines.js";

export interface TimeLimitOptions<Job> {
  readonly queue: string;
  /** ms for one attempt. */
  readonly timeout: number;
  readonly attempts: Pick<Attempts<Job, never>, "run" | "timeOut">;
  readonly events: Events;
  /** One handler more hangs. */
  readonly onHang: () => void;
}

/** Runs handlers for a limited time. What they do after that counts for nothing; their slot they keep until they end. */
export class TimeLimit<Job> {
  readonly #attempts: Pick<Attempts<Job, never>, "run" | "timeOut">;
  readonly #deadlines: Deadlines<Job>;

  constructor({ queue, timeout, attempts, events, onHang }: TimeLimitOptions<Job>) {
    this.#attempts = attempts;
    const told = (item: Claimed<Job>) => ({ queue, id: item.id, attempt: item.attempt, hanging: this.hanging });
    this.#deadlines = new Deadlines({
      timeout,
      onTimeout: (item) => {
        events.emit("timedOut", { queue, id: item.id, attempt: item.attempt, timeout });
        attempts.timeOut(item, new HandlerTimeoutError(queue, item.id, timeout));
      },
      onHang: (item) => {
        events.emit("hanging", told(item));
        onHang();
      },
      onUnhang: (item, after) => events.emit("hangingEnded", { ...told(item), after }),
    });
  }

  /** Handlers that still run, a second after they had their time. */
  get hanging(): number {
    return this.#deadlines.hanging;
  }

  async run(item: Claimed<Job>): Promise<void> {
    this.#deadlines.began(item);
    await this.#attempts.run(item);
    this.#deadlines.ended(item);
  }

  stop(): void {
    this.#deadlines.stop();
  }
}

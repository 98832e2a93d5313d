import { ConfigError } from "../../errors.js";
import { durationMs } from "../../time/duration.js";
import type { Events } from "../events.js";
import type { RecycleLimits, RecycleReason } from "./limits.js";
import { sizeBytes } from "./size.js";

/** Reading the size of the process takes a few microseconds. */
const LOOK_MS = 1_000;
const MOST_EARLY = 0.1;

/** Watches the limits of this process and says once that one of them is reached. */
export class Recycler {
  readonly #limits: RecycleLimits;
  readonly #events: Events;
  readonly #onReached: () => void;
  readonly #off: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #jobs = 0;

  constructor(limits: RecycleLimits, events: Events, onReached: () => void) {
    this.#limits = limits;
    this.#events = events;
    this.#onReached = onReached;
  }

  /** Throws a ConfigError where the limit is reached before the first job: the process would begin anew for ever. */
  start(): void {
    const { maxRss, maxAge, maxJobs, maxHanging } = this.#limits;
    const rss = process.memoryUsage.rss();
    if (maxRss !== undefined && rss >= sizeBytes(maxRss)) {
      throw new ConfigError(
        `\`maxRss\` is ${inMb(sizeBytes(maxRss))}, and this process takes ${inMb(rss)} before its first job`,
      );
    }
    if (maxJobs !== undefined) this.#countJobs(maxJobs);
    if (maxHanging !== undefined) this.#countHanging(maxHanging);
    if (maxRss !== undefined || maxAge !== undefined) this.#watch();
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const off of this.#off.splice(0)) off();
  }

  #countJobs(most: number): void {
    const count = (jobs: number) => {
      this.#jobs += jobs;
      if (this.#jobs >= most) this.#reached("maxJobs");
    };
    this.#off.push(
      this.#events.on("completed", (event) => count(event.count)),
      this.#events.on("retried", () => count(1)),
      this.#events.on("jobDead", () => count(1)),
    );
  }

  #countHanging(most: number): void {
    let hanging = 0;
    this.#off.push(
      this.#events.on("hanging", () => {
        if (++hanging >= most) this.#reached("maxHanging");
      }),
      this.#events.on("hangingEnded", () => {
        hanging--;
      }),
    );
  }

  #watch(): void {
    const { maxRss, maxAge } = this.#limits;
    const memory = maxRss === undefined ? Number.POSITIVE_INFINITY : sizeBytes(maxRss);
    const age = maxAge === undefined ? Number.POSITIVE_INFINITY : durationMs(maxAge) * (1 - MOST_EARLY * Math.random());
    const began = performance.now();
    this.#timer = setInterval(
      () => {
        const rss = memory === Number.POSITIVE_INFINITY ? 0 : process.memoryUsage.rss();
        if (rss >= memory) {
          this.#events.emit("memoryExceeded", { rss, limit: memory });
          this.#reached("maxRss");
        } else if (performance.now() - began >= age) this.#reached("maxAge");
      },
      Math.min(LOOK_MS, age),
    );
  }

  #reached(reason: RecycleReason): void {
    this.stop();
    this.#events.emit("recycling", { reason });
    this.#onReached();
  }
}

function inMb(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}

import type { LeaseClock } from "../time/lease-clock.js";
import type { BatchSize, Load } from "./batch-size.js";
import type { Claimed } from "./claimed.js";
import type { Hand } from "./hand.js";
import type { QueuePlaces } from "./places.js";
import type { Lost } from "./source.js";

export interface SlotsOptions<Job> {
  /** Writes the start mark; answers those that may not start. */
  readonly start: (items: readonly Claimed<Job>[]) => Promise<readonly Lost<Job>[]>;
  readonly hand: Hand<Job>;
  readonly clock: LeaseClock;
  readonly size: BatchSize;
  /** Attempts before a job is dead; 0 = no limit. */
  readonly attempts: number;
  /** How many handlers may run. */
  readonly concurrency: () => number;
  /** Places that this queue shares with others of the process. */
  readonly places: QueuePlaces | undefined;
  /** Runs the handler and disposes of its outcome. Never rejects. */
  readonly run: (item: Claimed<Job>) => Promise<void>;
  /** A slot came free. */
  readonly onFree: () => void;
}

/** Starts handlers in the order of the claims, as many at once as the concurrency allows. */
export class Slots<Job> {
  readonly #options: SlotsOptions<Job>;
  #waiting: Claimed<Job>[] = [];
  #next = 0;
  #taken = 0;
  /** Have a slot and wait for their start mark. */
  readonly #unmarked: Claimed<Job>[] = [];
  #marking = false;

  constructor(options: SlotsOptions<Job>) {
    this.#options = options;
  }

  get running(): number {
    return this.#taken;
  }

  get load(): Load {
    const { concurrency, places } = this.#options;
    return {
      free: Math.max(0, Math.min(concurrency() - this.#taken, places?.free ?? Number.POSITIVE_INFINITY)),
      waiting: this.#waiting.length - this.#next,
    };
  }

  add(items: readonly Claimed<Job>[]): void {
    this.#waiting = this.#next === this.#waiting.length ? [...items] : this.#waiting.slice(this.#next).concat(items);
    this.#next = 0;
    this.fill();
  }

  /** Takes back what waits and was claimed before this time of the monotonic clock, or all: it will not start here. */
  takeBack(claimedBefore: number = Number.POSITIVE_INFINITY): readonly Claimed<Job>[] {
    const waiting = this.#waiting.slice(this.#next).filter((item) => item.state === "waiting");
    const early = waiting.filter((item) => item.claimed.monotonic < claimedBefore);
    this.#waiting = waiting.slice(early.length);
    this.#next = 0;
    return early;
  }

  fill(): void {
    const { hand, clock, size, concurrency, attempts, places } = this.#options;
    while (this.#next < this.#waiting.length && this.#taken < concurrency() && places?.free !== 0) {
      const item = this.#waiting[this.#next++]!;
      if (item.state !== "waiting") continue;
      if (clock.left(item.renewed) <= 0) {
        hand.lose(item, "its lease ended while it waited");
        continue;
      }
      this.#taken++;
      places?.take();
      item.state = "starting";
      item.started = performance.now();
      size.started(this.#taken, item.started);
      // The mark tells the reclaimer that this attempt was a start and no mere wait: without it a job that kills its worker
      // would be given back unpunished for ever.
      if (item.attempt > 1 || attempts === 1) this.#unmarked.push(item);
      else void this.#run(item);
    }
    if (this.#unmarked.length > 0 && !this.#marking) void this.#markAll();
  }

  /** What gets a slot while a mark is under way goes with the next one. */
  async #markAll(): Promise<void> {
    this.#marking = true;
    while (this.#unmarked.length > 0) await this.#mark(this.#unmarked.splice(0));
    this.#marking = false;
  }

  async #mark(items: readonly Claimed<Job>[]): Promise<void> {
    const { start, hand, clock } = this.#options;
    try {
      for (const { item, why } of await start(items)) hand.lose(item, why);
    } catch (error) {
      for (const item of items) hand.lose(item, `its start could not be marked: ${(error as Error).message}`);
    }
    for (const item of items) {
      if (item.state === "starting" && clock.left(item.renewed) > 0) void this.#run(item);
      else {
        hand.lose(item, "its lease ended before it could start");
        this.#free();
      }
    }
  }

  async #run(item: Claimed<Job>): Promise<void> {
    item.state = "running";
    await this.#options.run(item);
    this.#free();
  }

  #free(): void {
    this.#taken--;
    this.#options.places?.give();
    this.#options.size.ended(this.#taken, performance.now());
    if (this.#next < this.#waiting.length) this.fill();
    this.#options.onFree();
  }
}

import { ClaimLostError } from "../errors.js";
import type { LeaseClock } from "../time/lease-clock.js";
import type { Claimed } from "./claimed.js";

/** The jobs of one queue that this process has claimed and not given up. Each id once. */
export class Hand<Job> {
  readonly #queue: string;
  readonly #items = new Map<string, Claimed<Job>>();
  readonly #clock: LeaseClock;
  readonly #onLost: (item: Claimed<Job>, error: ClaimLostError) => void;

  constructor(queue: string, clock: LeaseClock, onLost: (item: Claimed<Job>, error: ClaimLostError) => void) {
    this.#queue = queue;
    this.#clock = clock;
    this.#onLost = onLost;
  }

  get size(): number {
    return this.#items.size;
  }

  add(item: Claimed<Job>): void {
    // The same job again: its lease ended and somebody took it back, or an operator gave it back. The older claim is void.
    const older = this.#items.get(item.id);
    if (older !== undefined) {
      const how = this.#clock.left(older.renewed) > 0 ? "it was given back" : "its lease ended";
      this.lose(older, `${how} and this worker claimed it again`);
    }
    this.#items.set(item.id, item);
  }

  /** Written, released, or given up without a word. */
  remove(item: Claimed<Job>): void {
    item.state = "gone";
    if (this.#items.get(item.id) === item) this.#items.delete(item.id);
  }

  lose(item: Claimed<Job>, why: string): void {
    if (item.state === "gone") return;
    const error = new ClaimLostError(this.#queue, item.id, why);
    this.remove(item);
    item.lose(error);
    this.#onLost(item, error);
  }

  /** The running handler that began first. */
  oldest(): Claimed<Job> | undefined {
    let oldest: Claimed<Job> | undefined;
    for (const item of this.#items.values()) {
      if (item.state === "running" && (oldest === undefined || item.started < oldest.started)) oldest = item;
    }
    return oldest;
  }

  values(): Iterable<Claimed<Job>> {
    return this.#items.values();
  }

  /**
   * What a heartbeat renews: nothing whose handler is over, nothing whose row its own transaction may hold, and nothing
   * whose start mark is on the way: while that connection cannot be had, the job must not be kept from those who have one.
   */
  toRenew(): Claimed<Job>[] {
    return [...this.#items.values()].filter(
      (item) => item.state !== "ended" && item.state !== "starting" && !item.locked,
    );
  }
}

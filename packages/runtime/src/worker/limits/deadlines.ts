import type { Claimed } from "../claimed.js";

/** After its time-out a handler gets this long to end. One that still runs then hangs. */
const GRACE_MS = 1_000;

export interface DeadlinesOptions<Job> {
  /** ms for one handler. */
  readonly timeout: number;
  /** The time of a handler is over. */
  readonly onTimeout: (item: Claimed<Job>) => void;
  /** It still runs, a grace after that. */
  readonly onHang: (item: Claimed<Job>) => void;
  /** One that hung has ended after all. @param after ms since it began */
  readonly onUnhang: (item: Claimed<Job>, after: number) => void;
}

/**
 * The time limits of the running handlers of one queue, with one timer for all: the limit is the same for each, so they
 * run out in the order of their starts. Exact to a few ms.
 */
export class Deadlines<Job> {
  readonly #options: DeadlinesOptions<Job>;
  /** When each began, oldest first: within their time, past it, and past the grace. */
  readonly #running = new Map<Claimed<Job>, number>();
  readonly #late = new Map<Claimed<Job>, number>();
  readonly #hanging = new Map<Claimed<Job>, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DeadlinesOptions<Job>) {
    this.#options = options;
  }

  /** Handlers that have not ended a grace after their time-out. */
  get hanging(): number {
    return this.#hanging.size;
  }

  began(item: Claimed<Job>): void {
    this.#running.set(item, performance.now());
    this.#timer ??= this.#wake(this.#options.timeout);
  }

  ended(item: Claimed<Job>): void {
    if (this.#running.delete(item) || this.#late.delete(item)) return;
    const began = this.#hanging.get(item);
    if (began === undefined) return;
    this.#hanging.delete(item);
    this.#options.onUnhang(item, performance.now() - began);
  }

  /** Nothing is told any more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#running.clear();
    this.#late.clear();
  }

  #wake(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#look(), Math.max(1, Math.ceil(ms)));
  }

  #look(): void {
    const { timeout, onTimeout, onHang } = this.#options;
    const now = performance.now();
    move(this.#late, this.#hanging, now - timeout - GRACE_MS, onHang);
    move(this.#running, this.#late, now - timeout, onTimeout);
    const next = Math.min(first(this.#running) + timeout, first(this.#late) + timeout + GRACE_MS);
    this.#timer = next === Number.POSITIVE_INFINITY ? undefined : this.#wake(next - now);
  }
}

function move<Item>(from: Map<Item, number>, to: Map<Item, number>, begunBy: number, tell: (item: Item) => void): void {
  for (const [item, began] of from) {
    if (began > begunBy) return;
    from.delete(item);
    to.set(item, began);
    tell(item);
  }
}

function first(map: ReadonlyMap<unknown, number>): number {
  for (const began of map.values()) return began;
  return Number.POSITIVE_INFINITY;
}

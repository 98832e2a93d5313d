import { Spread } from "./spread.js";

/** Rows that a look passes over at most: each costs the server a read. */
const MOST_SKIPPED = 1_000;

/**
 * Where a look for fresh rows starts when keys come in no order. A random uuid may come in below any other at any time, so
 * every look starts at the head; and since there is no reckoning with such keys, a look that follows a lost claim reads
 * more rows than it wants and leaves a random number of batches at the front to others.
 */
export class Scatter {
  readonly #random: () => number;
  readonly #spread: Spread = new Spread();

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  start(): bigint {
    return 0n;
  }

  /** How many rows a look for `n` passes over. */
  skip(n: number): number {
    const most = Math.max(1, Math.min(this.#spread.width, 1 + Math.floor(MOST_SKIPPED / n)));
    return Math.floor(this.#random() * most) * n;
  }

  /** A look for `n` rows gave `ids`: a queue that is nearly empty is looked at from its head. */
  looked(_start: bigint, n: number, ids: readonly string[]): void {
    if (ids.length < n) this.#spread.reset();
  }

  refresh(): void {}

  claimed(candidates: number, won: number): void {
    this.#spread.claimed(candidates, won);
  }
}

/** Of rows read from the head, the `n` behind those passed over; the last ones where there are not so many. */
export function behind<Row>(rows: readonly Row[], skip: number, n: number): readonly Row[] {
  if (skip === 0) return rows;
  const from = Math.max(0, Math.min(skip, rows.length - n));
  return rows.slice(from, from + n);
}

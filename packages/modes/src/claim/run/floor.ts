import { Spread } from "./spread.js";

/** A look from the head of the index at least this often: rows that were given back or committed late have lower ids. */
const REFRESH_MS = 1_000;
/** After a short look the head is looked at again, but not more often than this: its entries may be delete-marked by the thousand. */
const SHORT_REFRESH_MS = 100;

/**
 * Where a look for fresh rows starts. It goes on after the last id claimed, so that entries which a stalled purge leaves
 * at the head are not walked again (13.6 ms a look after 200,000 claims, from the floor 0.43 ms). After a lost claim it
 * jumps ahead by a random multiple of the batch, so that a herd of claimers spreads out.
 */
export class Floor {
  readonly #random: () => number;
  #last = 0n;
  #refreshed = Number.NEGATIVE_INFINITY;
  #short = false;
  readonly #spread: Spread = new Spread();

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** The id to start after, for a look at `n` rows. A refresh starts at 0 and never jumps, else the head would wait longer. */
  start(n: number, now: number): bigint {
    const age = now - this.#refreshed;
    if (age >= REFRESH_MS || (this.#short && age >= SHORT_REFRESH_MS)) {
      this.#refreshed = now;
      this.#short = false;
      return 0n;
    }
    return this.#last + BigInt(Math.floor(this.#random() * this.#spread.width) * n);
  }

  /** Jumps are in the id that a look starts after. */
  skip(_n: number): number {
    return 0;
  }

  /** A look for `n` rows from `start` found `ids`. */
  looked(start: bigint, n: number, ids: readonly string[]): void {
    if (ids.length < n && start !== 0n) {
      this.#short = true;
      this.#spread.reset();
    }
    if (ids.length > 0) this.#last = BigInt(ids.at(-1)!);
  }

  /** Lower ids may have become claimable: look from the head next. */
  refresh(): void {
    this.#refreshed = Number.NEGATIVE_INFINITY;
  }

  claimed(candidates: number, won: number): void {
    this.#spread.claimed(candidates, won);
  }
}

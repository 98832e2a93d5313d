/** Smaller than this share of the rows at once is never gone to: one slow batch says little. */
const SHRINK = 0.25;
const GROW = 2;

/** Rows of the next batch: as many as a handler does in the time that it should take, within the limit. */
export class BatchRows {
  readonly #most: number;
  readonly #time: number | null;
  #rows: number;

  /** @param time ms for a batch; null: always the most. */
  constructor(most: number, time: number | null) {
    this.#most = most;
    this.#time = time;
    // Nothing is known of the handler yet.
    this.#rows = time === null ? most : Math.min(most, 10);
  }

  get rows(): number {
    return this.#rows;
  }

  /** A handler took so many ms for so many rows. */
  took(ms: number, rows: number): void {
    if (this.#time === null || rows === 0) return;
    const fit = (rows * this.#time) / Math.max(ms, 0.1);
    const next = Math.min(this.#rows * GROW, Math.max(this.#rows * SHRINK, fit));
    this.#rows = Math.min(this.#most, Math.max(1, Math.floor(next)));
  }
}

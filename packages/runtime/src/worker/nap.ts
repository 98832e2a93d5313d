/** The first look after work comes this soon, each next one later, up to the longest. */
const FIRST_MS = 5;
const GROWTH = 1.5;
/** 4 or 5 looks a second: a job of another process waits a quarter of a second at the most. */
const LONGEST_MS = 240;

/** ms until the next look at an empty queue. A look that shows work which then is not to be had does not shorten it. */
export class Nap {
  #ms = FIRST_MS;

  /** There was work. */
  reset(): void {
    this.#ms = FIRST_MS;
  }

  /** Spread a little, so that processes do not look all at once. */
  next(): number {
    const ms = this.#ms * (0.9 + 0.1 * Math.random());
    this.#ms = Math.min(LONGEST_MS, this.#ms * GROWTH);
    return ms;
  }
}

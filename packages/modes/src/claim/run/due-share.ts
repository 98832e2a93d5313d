/** While nothing was due, looks for due rows keep this distance, so that short batches do not pay for them. */
const LOOK_MS = 10;

/** How many due rows a take asks for: at most half, so that neither due nor fresh rows starve the other. */
export class DueShare {
  #next = Number.NEGATIVE_INFINITY;
  #odd = 0;

  /** Due rows to ask for in a take of `n`; 0 where it is too early to look again. */
  quota(n: number, now: number): number {
    if (now < this.#next) return 0;
    this.#odd ^= 1;
    return (n + this.#odd) >> 1;
  }

  looked(found: number, asked: number, now: number): void {
    this.#next = found < asked ? now + LOOK_MS : Number.NEGATIVE_INFINITY;
  }

  /** A poll saw due rows. */
  hasDue(): void {
    this.#next = Number.NEGATIVE_INFINITY;
  }
}

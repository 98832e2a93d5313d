const WIDEST = 32;
/** Claims without a loss after which the jumps get narrower by one. */
const CLEAN = 16;

/** How many batches wide a herd of claimers spreads out: doubled by each lost claim, narrowed by those without a loss. */
export class Spread {
  #width = 1;
  #clean = 0;

  /** In batches, from 1 to 32. */
  get width(): number {
    return this.#width;
  }

  /** The queue is nearly empty: there is nothing to spread over. */
  reset(): void {
    this.#width = 1;
  }

  claimed(candidates: number, won: number): void {
    if (won < candidates) {
      this.#width = Math.min(WIDEST, this.#width * 2);
      this.#clean = 0;
    } else if (++this.#clean % CLEAN === 0) {
      this.#width = Math.max(1, this.#width - 1);
    }
  }
}

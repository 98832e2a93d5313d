/** What is waiting should last for this long at least, whatever the database's pace. */
const HORIZON_MS = 50;
const LONGEST_HORIZON_MS = 1_000;
/** A sample of the pace takes in at least this much busy time. */
const SAMPLE_MS = 5;

export interface Load {
  /** Handlers that could start now. */
  readonly free: number;
  /** Claimed and not started. */
  readonly waiting: number;
}

/**
 * How many jobs to claim: what can start now, and as many more as will start until the claim after this one is back.
 * For jobs of microseconds that is the most a statement may take, for jobs of an hour it is the free slots and no more.
 */
export class BatchSize {
  readonly #most: number;
  /** Jobs that end in a ms of busy time. */
  #pace = 0;
  #ended = 0;
  #busySince: number | undefined;
  #busy = 0;
  /** ms of the last claim, from asking to having. */
  #claim = 0;

  constructor(most: number) {
    this.#most = most;
  }

  started(running: number, now: number): void {
    if (running > 0) this.#busySince ??= now;
  }

  ended(stillRunning: number, now: number): void {
    this.#ended++;
    if (stillRunning > 0 || this.#busySince === undefined) return;
    this.#busy += now - this.#busySince;
    this.#busySince = undefined;
  }

  /** The pace is not what it was: nothing is read ahead until handlers have ended again. */
  stalled(now: number): void {
    this.#pace = 0;
    this.#ended = 0;
    this.#busy = 0;
    if (this.#busySince !== undefined) this.#busySince = now;
  }

  claimed(took: number): void {
    this.#claim = took;
  }

  /** 0: not now, enough is waiting. */
  room({ free, waiting }: Load, now: number): number {
    this.#sample(now);
    const horizon = Math.min(LONGEST_HORIZON_MS, Math.max(HORIZON_MS, 3 * this.#claim));
    // Two statements' worth, so that each one may be full.
    const reserve = Math.min(2 * this.#most, Math.floor(this.#pace * horizon));
    if (waiting > 0 && waiting >= free && waiting >= reserve / 2) return 0;
    return Math.min(this.#most, Math.max(0, free + reserve - waiting));
  }

  #sample(now: number): void {
    const since = this.#busySince;
    const busy = this.#busy + (since === undefined ? 0 : now - since);
    // Without an end there is nothing to learn yet; a burst that is over is a sample however short it was.
    if (this.#ended === 0 || (busy < SAMPLE_MS && since !== undefined)) return;
    const pace = this.#ended / Math.max(busy, 0.01);
    this.#pace = this.#pace === 0 ? pace : (this.#pace + pace) / 2;
    this.#ended = 0;
    this.#busy = 0;
    if (since !== undefined) this.#busySince = now;
  }
}

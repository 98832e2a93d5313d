/** A look each so many ms; what comes later was held up. */
const LOOK_MS = 250;
/** The longest hold-up is remembered for one to two of these. */
const MEMORY_MS = 5_000;

/** How long the event loop was held up lately: while it is, no heartbeat goes out. */
export class LoopLag {
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;
  #due = 0;
  #since = 0;
  #worst = 0;
  #worstBefore = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  start(): void {
    this.#since = this.#now();
    this.#due = this.#since + LOOK_MS;
    this.#timer = setInterval(() => this.look(), LOOK_MS);
    // It must not keep a process alive.
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  look(): void {
    const now = this.#now();
    this.#worst = Math.max(this.#worst, now - this.#due);
    this.#due = now + LOOK_MS;
    if (now - this.#since < MEMORY_MS) return;
    this.#since = now;
    this.#worstBefore = this.#worst;
    this.#worst = 0;
  }

  /** ms, 0 where there is nothing to watch. Counts a look that is due and has not come: whoever asks may be first after a block. */
  get ms(): number {
    if (this.#timer === undefined) return 0;
    return Math.max(0, this.#worst, this.#worstBefore, this.#now() - this.#due);
  }
}

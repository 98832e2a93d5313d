/** Something may have changed: whoever waits looks again. A ring with nobody waiting is kept for the next wait. */
export class Bell {
  #rung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Resolves at the next ring (true) or after `ms` (false). One waiter at a time. */
  async wait(ms: number = MAX_TIMER): Promise<boolean> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(Math.max(ms, 0), MAX_TIMER));
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = undefined;
    }
    const rung = this.#rung;
    this.#rung = false;
    return rung;
  }
}

/** Longer timers fire at once. */
const MAX_TIMER = 2 ** 31 - 1;

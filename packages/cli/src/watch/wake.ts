/** A bell that is rung by events and waited for by a loop; a ring while nobody waits is not lost. */
export class Wake {
  #rung = false;
  #error: unknown;
  #resolve: (() => void) | undefined;
  readonly #stop = (): void => this.#resolve?.();

  ring(): void {
    this.#rung = true;
    this.#resolve?.();
  }

  /** The next wait, or the one that is under way, ends with this error. */
  fail(error: unknown): void {
    this.#error = error;
    this.ring();
  }

  /** Resolves with true at the next ring, at once where there was one since the last wait; with false after `ms`. */
  async wait(signal: AbortSignal, ms?: number): Promise<boolean> {
    if (!this.#rung && !signal.aborted) await this.#ringOrEnd(signal, ms);
    if (this.#error !== undefined) throw this.#error;
    const rung = this.#rung;
    this.#rung = false;
    return rung;
  }

  async #ringOrEnd(signal: AbortSignal, ms: number | undefined): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#resolve = resolve;
      signal.addEventListener("abort", this.#stop);
      if (ms !== undefined) timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
    signal.removeEventListener("abort", this.#stop);
    this.#resolve = undefined;
  }
}

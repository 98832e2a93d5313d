/** How long a row that a transaction of the application's holds is left out of claims. */
const LEFT_OUT_MS = 10_000;

/** Rows of an adopted table that the application held too long for a claim. The queue goes on with the others meanwhile. */
export class HeldRows {
  readonly #until = new Map<string, number>();

  add(id: string, now: number): void {
    // Those that others have claimed are asked for no more.
    for (const [other, until] of this.#until) if (until <= now) this.#until.delete(other);
    this.#until.set(id, now + LEFT_OUT_MS);
  }

  /** Whether the row is left out still. */
  has(id: string, now: number): boolean {
    const until = this.#until.get(id);
    if (until === undefined) return false;
    if (until > now) return true;
    this.#until.delete(id);
    return false;
  }

  get none(): boolean {
    return this.#until.size === 0;
  }
}

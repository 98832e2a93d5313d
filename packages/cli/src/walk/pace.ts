import type { WalkState } from "./walk-state.js";

/** Looks further back than this say little of how fast it goes now. */
const WINDOW_MS = 30_000;

/** How fast a walk goes. Rows a second; undefined: not known yet. */
export class WalkPace {
  readonly #looks: { readonly at: number; readonly passed: number }[] = [];

  /** Takes a look at the walk. */
  look({ now, rows }: Pick<WalkState, "now" | "rows">): void {
    this.#looks.push({ at: now, passed: rows.passed });
    while (this.#looks.length > 2 && now - (this.#looks[0]?.at ?? now) > WINDOW_MS) this.#looks.shift();
  }

  get rate(): number | undefined {
    const [first, last] = [this.#looks[0], this.#looks.at(-1)];
    if (first === undefined || last === undefined || last.at <= first.at) return undefined;
    return Math.max(0, ((last.passed - first.passed) * 1_000) / (last.at - first.at));
  }
}

/** From the beginning to now, or to its end. */
export function averageRate({ begun, over, now, rows }: WalkState): number | undefined {
  const ms = (over ?? now) - (begun ?? now);
  return ms > 0 ? (rows.passed * 1_000) / ms : undefined;
}

/** ms until all rows are passed at this rate. */
export function timeLeft({ rows }: Pick<WalkState, "rows">, rate: number | undefined): number | undefined {
  if (rate === undefined || rate <= 0) return undefined;
  return (Math.max(0, rows.all - rows.passed) * 1_000) / rate;
}

const FIRST_MS = 500;
const LONGEST_MS = 30_000;

interface Line {
  /** Not again before this time. */
  readonly next: number;
  readonly gap: number;
}

/** Lets the same line pass at once, then with growing gaps of 0.5 s up to 30 s for as long as it comes again and again. */
export class Repeats {
  readonly #lines = new Map<string, Line>();

  pass(text: string, now: number): boolean {
    const line = this.#lines.get(text);
    if (line !== undefined && now < line.next) return false;
    // Quiet since longer than the longest gap: it is over, and the next one is news.
    for (const [key, { next }] of this.#lines) if (now > next + LONGEST_MS) this.#lines.delete(key);
    const gap = this.#lines.has(text) ? Math.min(LONGEST_MS, line!.gap * 2) : FIRST_MS;
    this.#lines.set(text, { next: now + gap, gap });
    return true;
  }
}

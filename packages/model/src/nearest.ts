/** The candidate that a mistyped word most likely meant, or `undefined` when none is close: at most one edit in three characters. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = simplify(word);
  // Long words are data that strayed in, not typing errors; measuring them is quadratic.
  if (wanted.length > 64) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, simplify(candidate));
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/**
 * `Did you mean "lease"?`, also for a part of the word that is meant; where nothing is close, `otherwise`: the whole
 * choice if not told.
 */
export function suggest(
  word: string,
  candidates: readonly string[],
  otherwise: string = `Possible here: ${candidates.join(", ")}.`,
): string {
  const near = nearest(word, candidates);
  const close = near === undefined ? wordsWith(word, candidates) : [near];
  return close.length === 0 ? otherwise : `Did you mean ${close.map((one) => `"${one}"`).join(" or ")}?`;
}

/** A few candidates that have the word in them. */
function wordsWith(word: string, candidates: readonly string[]): readonly string[] {
  const wanted = simplify(word);
  const holding = candidates.filter((candidate) => simplify(candidate).includes(wanted));
  return wanted.length < 3 || holding.length > 5 ? [] : holding;
}

/** max_run_time and maxRunTime are the same slip of the hand. */
function simplify(word: string): string {
  return word.toLowerCase().replace(/[-_\s]/g, "");
}

/** Insertions, deletions, replacements and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

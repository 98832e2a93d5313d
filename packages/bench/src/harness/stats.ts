/** Middle value and the extremes of a few rounds. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The middle one; of an even number, the mean of the two in the middle. Throws on an empty list. */
export function median(values: readonly number[]): number {
  const sorted = sortedCopy(values);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The smallest value that at least `share` (0 to 1) of all values do not pass. Throws on an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = sortedCopy(values);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))]!;
}

export function spread(values: readonly number[]): Spread {
  const sorted = sortedCopy(values);
  return { median: median(values), min: sorted[0]!, max: sorted.at(-1)! };
}

/** Ours over the reference of the same round: what disturbs one round disturbs both. */
export function ratios(ours: readonly number[], reference: readonly number[]): Spread {
  if (ours.length !== reference.length) throw new RangeError(`${ours.length} rounds against ${reference.length}`);
  return spread(ours.map((value, round) => value / reference[round]!));
}

function sortedCopy(values: readonly number[]): Float64Array {
  if (values.length === 0) throw new RangeError("no values");
  return Float64Array.from(values).sort();
}

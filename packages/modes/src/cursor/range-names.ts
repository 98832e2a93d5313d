/** Names of the columns that a range has for one column of the key. */
export interface RangeNames {
  /** The first key of the range where `at` is NULL; else all keys of the range are higher. */
  readonly lo: string;
  /** The cursor: the last key that is done; NULL before the first. */
  readonly at: string;
  /** The last key of the range. */
  readonly hi: string;
}

const LONGEST = 64 - "lo_".length;

export function rangeNames(key: string): RangeNames {
  const end = key.slice(0, LONGEST);
  return { lo: `lo_${end}`, at: `at_${end}`, hi: `hi_${end}` };
}

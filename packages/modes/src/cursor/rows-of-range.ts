/** Into so many ranges a table is cut, if it is neither small nor large. */
const RANGES = 64;
/** A range is worth at least so many batches. */
const LEAST_BATCHES = 4;
/** What a cut reads of the key at the most: some ten milliseconds. */
const MOST_ROWS = 100_000;

/** How many rows a range gets, in a table of about so many. */
export function rowsOfRange(rows: number, batch: number): number {
  return Math.min(MOST_ROWS, Math.max(Math.ceil(rows / RANGES), LEAST_BATCHES * batch));
}

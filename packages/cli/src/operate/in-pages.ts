import type { JobKeys, KeyValue } from "./job-keys.js";
import { pause } from "./pause.js";

/** Between two pages, so that workers get their turn. */
const PAUSE_MS = 20;

export interface Pages<Row> {
  readonly keys: JobKeys;
  /** The rows after this id, at most a page of them. */
  readonly read: (after: KeyValue | null) => Promise<readonly Row[]>;
  /** Whether there may be more behind these rows. */
  readonly full: (rows: readonly Row[]) => boolean;
  readonly idOf: (row: Row) => string;
  /** Answers how many rows were changed. */
  readonly change: (rows: readonly Row[]) => Promise<number>;
  /** Told after each page how many there were so far. */
  readonly told: (changed: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Changes many rows a page at a time, each row looked at once: never one statement over all of them. Ends early, between
 * two pages, when the signal fires. Answers how many rows were changed.
 */
export async function inPages<Row>(pages: Pages<Row>): Promise<number> {
  let changed = 0;
  for (let after: KeyValue | null = pages.keys.first; !pages.signal.aborted; ) {
    const rows = await pages.read(after);
    if (rows.length > 0) changed += await pages.change(rows);
    pages.told(changed);
    if (!pages.full(rows)) break;
    after = pages.keys.value(pages.idOf(rows.at(-1)!));
    await pause(PAUSE_MS, pages.signal);
  }
  return changed;
}

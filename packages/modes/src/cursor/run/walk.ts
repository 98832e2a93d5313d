import { type AttemptWork, ClaimLostError, Dead, Release, RetryAfter } from "@queuegen/runtime/internal";
import { BatchContext } from "./batch-context.js";
import type { BatchReader } from "./batch-reader.js";
import { BatchRows } from "./batch-size.js";
import type { CursorSource, RangeJob } from "./cursor-source.js";
import type { Pace } from "./pace.js";
import { RangeCursor, type Step } from "./range-cursor.js";

/** What the walks of one process share. */
export interface Walking<Row> {
  readonly source: CursorSource;
  readonly reader: BatchReader<Row>;
  readonly pace: Pace;
}

/**
 * One attempt at a range: batch after batch to its end, the cursor written behind each. Answers the outcome of the range:
 * nothing at its end, a release where the worker is to stop, or what the handler returned.
 */
export async function walk<Row, Trx>(
  { source, reader, pace }: Walking<Row>,
  work: AttemptWork<RangeJob, Trx>,
): Promise<unknown> {
  const { item } = work;
  const { spec } = source;
  const cursor = new RangeCursor(source, item, source.table.keys.ofRange(item.job));
  const size = new BatchRows(
    Math.min(spec.walk.batch, spec.walk.throttle ?? Number.POSITIVE_INFINITY),
    spec.walk.batchTime,
  );
  const mine = () => item.state === "running";
  while (mine() && !cursor.over) {
    if (work.halted()) return new Release(0);
    const { rows, step } = await reader.read(cursor, size.rows);
    if (rows.length === 0) {
      if (mine()) await advance(cursor, step, work);
      continue;
    }
    if (!(await pace.turn(cursor, rows.length, () => mine() && !work.halted()))) continue;
    const context = new BatchContext(spec.queue, work, cursor, step);
    const begun = performance.now();
    const outcome = await work.handle(rows as unknown as RangeJob, context);
    size.took(performance.now() - begun, rows.length);
    // Whoever called this deals with a transaction that was not awaited.
    if (!mine() || item.transaction !== undefined) return undefined;
    if (isOutcome(outcome)) return outcome;
    if (item.released !== undefined) return item.released;
    if (!context.moved) await advance(cursor, step, work);
  }
  return undefined;
}

/** A cursor that cannot be moved must not look like one at its end. */
async function advance<Trx>(cursor: RangeCursor, step: Step, { item }: AttemptWork<RangeJob, Trx>): Promise<void> {
  if (!(await cursor.advance(step))) throw new ClaimLostError(cursor.queue, item.id, "another worker has the range");
}

function isOutcome(value: unknown): boolean {
  return value instanceof RetryAfter || value instanceof Dead || value instanceof Release;
}

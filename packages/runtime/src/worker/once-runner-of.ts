import type { LeaseClock } from "../time/lease-clock.js";
import { OnceRunner } from "./once.js";
import { OnceLog } from "./once-log.js";
import type { QueueWorkerOptions } from "./queue-worker-options.js";
import { warnWhenSlow } from "./slow-warning.js";

/** What stands behind `ctx.once` of one queue. */
export function onceRunnerOf<Job, Trx>(
  { consumer: { queue }, log, onceTable, transaction }: QueueWorkerOptions<Job, Trx>,
  clock: LeaseClock,
  onError: (error: unknown) => void,
): OnceRunner<Trx> {
  const keys = onceTable && new OnceLog(onceTable.table, { ...onceTable, queue, clock, onError });
  const open = warnWhenSlow(transaction, "ctx.once", (message) => log.warn({ queue }, message));
  return new OnceRunner({ queue, log: keys, transaction: open, onError });
}

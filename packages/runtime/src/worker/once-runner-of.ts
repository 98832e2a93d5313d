import type { LeaseClock } from "../time/lease-clock.js";
import { OnceRunner } from "./once.js";
import { OnceLog } from "./once-log.js";
import type { QueueWorkerOptions } from "./queue-worker-options.js";

/** What stands behind `ctx.once` of one queue. */
export function onceRunnerOf<Job, Trx>(
  { consumer: { queue }, main, onceTable, transaction }: QueueWorkerOptions<Job, Trx>,
  clock: LeaseClock,
  onError: (error: unknown) => void,
): OnceRunner<Trx> {
  const log = onceTable === undefined ? undefined : new OnceLog(onceTable, { main, queue, clock, onError });
  return new OnceRunner({ queue, log, transaction, onError });
}

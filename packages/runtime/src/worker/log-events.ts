import type { Events } from "./events.js";
import type { Log } from "./log.js";

/** Tells in the log what an operator should see: not each job, but what became of it where that is unusual. */
export function logEvents(events: Events, log: Log): void {
  events.on("workerStart", ({ queues, worker }) => log.info({ worker }, `consuming ${queues.join(", ")}`));
  events.on("retried", ({ queue, id, attempt, error, delay, thrown }) => {
    const next = `next in ${Math.round(delay / 1000)} s`;
    if (thrown === undefined) log.info({ queue, id, attempt }, `the handler asked for another attempt, ${next}`);
    else log.warn({ queue, id, attempt, ...reason(error, thrown) }, `attempt failed, ${next}`);
  });
  events.on("jobDead", ({ queue, id, attempt, error, thrown }) =>
    log.error({ queue, id, attempt, ...reason(error, thrown) }, "job dead"),
  );
  events.on("claimLost", ({ error }) => log.warn(error.message));
  events.on("reclaimed", ({ queue, count }) => log.warn({ queue, count }, "took back what a lost worker held"));
  events.on("purged", ({ queue, count }) => log.info({ queue, count }, "purged finished jobs"));
  events.on("paused", ({ queue }) => log.info({ queue }, "paused"));
  events.on("resumed", ({ queue }) => log.info({ queue }, "resumed"));
  events.on("restartRequested", ({ queue }) => log.info({ queue }, "restart requested"));
  events.on("stopping", ({ running, released }) => log.info(`stopping: ${running} running, ${released} released`));
  events.on("error", ({ error, ...fields }) => log.warn({ ...fields, err: error }, "handled"));
}

/** Loggers print an `err` with stack and cause. */
function reason(error: string, thrown: unknown): object {
  return thrown instanceof Error ? { err: thrown } : { error };
}

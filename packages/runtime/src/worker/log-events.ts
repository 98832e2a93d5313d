import type { Events } from "./events.js";
import type { Log } from "./log.js";

/** Tells in the log what an operator should see: not each job, but what became of it where that is unusual. */
export function logEvents(events: Events, log: Log): void {
  events.on("workerStart", ({ queues, worker }) => log.info({ worker }, `consuming ${queues.join(", ")}`));
  events.on("retried", ({ queue, id, attempt, error, delay }) =>
    log.warn({ queue, id, attempt, error }, `attempt failed, next in ${Math.round(delay / 1000)} s`),
  );
  events.on("jobDead", ({ queue, id, attempt, error }) => log.error({ queue, id, attempt, error }, "job dead"));
  events.on("claimLost", ({ error }) => log.warn(error.message));
  events.on("reclaimed", ({ queue, count }) => log.warn({ queue, count }, "took back what a lost worker held"));
  events.on("purged", ({ queue, count }) => log.info({ queue, count }, "purged finished jobs"));
  events.on("paused", ({ queue }) => log.info({ queue }, "paused"));
  events.on("resumed", ({ queue }) => log.info({ queue }, "resumed"));
  events.on("restartRequested", ({ queue }) => log.info({ queue }, "restart requested"));
  events.on("stopping", ({ running, released }) => log.info(`stopping: ${running} running, ${released} released`));
  events.on("error", ({ error, ...fields }) => log.warn({ ...fields, err: error }, "handled"));
}

import { isClosedByUs, LinkLostError } from "../session/link.js";
import { errnoOf, failureOf } from "../sql/server-error.js";
import { claimProblem, schemaHint } from "./claim-problem.js";
import type { Events } from "./events.js";
import { describe, type Log } from "./log.js";
import { Repeats } from "./repeats.js";

/**
 * Tells in the log what an operator should see: not each job, but what became of it where that is unusual.
 * @param address of the database, without user and password
 */
export function logEvents(events: Events, log: Log, address: string): void {
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
  events.on("overdue", ({ queue, count, running }) =>
    log.warn(
      { queue, count, running },
      "gave back jobs that no handler was free for: do handlers hang, for instance in a query without a time limit?",
    ),
  );
  events.on("hanging", ({ queue, id, attempt, hanging }) =>
    log.error(
      { queue, id, attempt, hanging },
      "the handler goes on after its time-out and keeps its slot: give ctx.signal to what it waits for",
    ),
  );
  events.on("hangingEnded", ({ queue, id, attempt, hanging, after }) =>
    log.info(
      { queue, id, attempt, hanging },
      `a handler that hung has ended, ${Math.round(after / 1000)} s after its start`,
    ),
  );
  events.on("childEnded", ({ queue, pid, id, why }) =>
    log.warn({ queue, pid, ...(id !== undefined && { id }) }, `a child process ${why}`),
  );
  events.on("recycling", ({ reason }) => log.info(`${reason} is reached: this process makes room for a fresh one`));
  events.on("reclaimed", ({ queue, count, ids }) =>
    log.warn({ queue, count, ids }, "took back what a lost worker held"),
  );
  events.on("purged", ({ queue, count }) => log.info({ queue, count }, "purged finished jobs"));
  events.on("over", ({ queue, dead, error }) => {
    if (dead === 0) log.info({ queue }, `over: nothing of ${queue} is left to do`);
    else
      log.error({ queue, dead, error }, `over, and ${dead} dead: \`queuegen retry ${queue} --dead\` starts them again`);
  });
  events.on("paused", ({ queue }) => log.info({ queue }, "paused"));
  events.on("resumed", ({ queue }) => log.info({ queue }, "resumed"));
  events.on("restartRequested", ({ queue }) => log.info({ queue }, "restart requested"));
  events.on("stopping", ({ running, released }) => log.info(`stopping: ${running} running, ${released} released`));
  const repeats = new Repeats();
  events.on("error", ({ queue, error, stuck }) => {
    if (isClosedByUs(error)) return;
    const what = describe(error);
    if (!repeats.pass(`${stuck} ${queue} ${what}`, performance.now())) return;
    if (stuck === "connect") log.error(`waiting for the database at ${address}: ${what}`);
    else if (stuck === "handler") log.error(`queue ${queue}: ${what}`);
    else if (stuck === "claim") log.error(claimProblem(queue, error));
    else if (failureOf(error) === "statement")
      log.error({ ...(queue && { queue }) }, `the database refused a statement: ${what}${schemaHint(error)}`);
    else log.warn({ ...(queue && { queue }), ...(!isExpected(error) && { err: error }) }, `dealt with: ${what}`);
  });
}

/** Loggers print an `err` with stack and cause. */
function reason(error: string, thrown: unknown): object {
  return thrown instanceof Error ? { err: thrown } : { error };
}

/** Of the server or of a connection: where in our code it was met says nothing. */
function isExpected(error: unknown): boolean {
  return (
    error instanceof LinkLostError || errnoOf(error) !== undefined || (error as { code?: unknown }).code !== undefined
  );
}

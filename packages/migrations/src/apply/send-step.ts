import { setTimeout as delay } from "node:timers/promises";
import { blockersOf } from "./blockers.js";
import { interrupted } from "./interrupted.js";
import type { Run } from "./run.js";
import { isConnectionLost, isLockWait } from "./session.js";
import type { Step } from "./step.js";
import { blocked, connectionLost, place, refused } from "./step-errors.js";

/**
 * Sends one statement and marks it in the ledger. Where it gets no lock in time it is tried again, a bounded number of
 * times, with a pause in between as long as the wait was: whatever queued up behind it gets through in that time.
 */
export async function sendStep(run: Run, step: Step, inTransaction: boolean): Promise<void> {
  for (let tried = 1; !(await send(run, step, inTransaction, tried)); tried++) {
    if (!run.options.signal?.aborted) continue;
    await run.ledger.forget(step);
    throw interrupted(`stopped while ${place(step)} waited for a table; it changed nothing`);
  }
  if (!inTransaction) await run.ledger.finish(step);
}

/** Whether it ran; false after a pause where it got no lock. */
async function send(run: Run, step: Step, inTransaction: boolean, tried: number): Promise<boolean> {
  try {
    await (inTransaction ? sendWithMark(run, step) : run.session.run(step.statement));
    return true;
  } catch (error) {
    if (isConnectionLost(error)) throw connectionLost(step, error);
    if (inTransaction) await run.session.run("ROLLBACK");
    if (isLockWait(error)) return pauseOrGiveUp(run, step, tried, error);
    await run.ledger.forget(step);
    throw refused(step, error);
  }
}

/** Rows and their mark are committed together: a run that breaks off leaves both or none. */
async function sendWithMark({ session, ledger }: Run, step: Step): Promise<void> {
  await session.run("START TRANSACTION");
  await session.run(step.statement);
  await ledger.finish(step);
  await session.run("COMMIT");
}

async function pauseOrGiveUp(run: Run, step: Step, tried: number, error: unknown): Promise<false> {
  const { lockTimeout, lockTries, report, signal } = run.options;
  const holders = await blockersOf(run.session, step.statement);
  if (tried >= lockTries) {
    await run.ledger.forget(step);
    throw blocked(step, { holders, tries: lockTries, seconds: lockTimeout }, error);
  }
  report({ kind: "blocked", place: place(step), holders, tried, of: lockTries });
  // Ctrl-C ends the pause at once.
  await delay(lockTimeout * 1000, undefined, signal && { signal }).catch(() => undefined);
  return false;
}

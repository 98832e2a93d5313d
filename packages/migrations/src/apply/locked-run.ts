import { type Ledger, openLedger } from "./ledger.js";
import { withMigrationLock } from "./lock.js";
import type { RunnerOptions } from "./runner-options.js";
import { withServerErrors } from "./server-reasons.js";
import { openSession, type Session } from "./session.js";

/** Does `work` as the only runner on this database, with its ledger at hand. All failures are `QueuegenError`s. */
export function lockedRun<Result>(
  options: RunnerOptions,
  work: (session: Session, ledger: Ledger) => Promise<Result>,
): Promise<Result> {
  const { connection, tablePrefix, lockWaitMs: waitMs, signal, report } = options;
  const onWait = (holder: string): void => report({ kind: "waiting", holder });
  return withServerErrors(async () => {
    const session = await openSession(connection);
    return withMigrationLock(session, { waitMs, onWait, ...(signal && { signal }) }, async () =>
      work(session, await openLedger(session, tablePrefix)),
    );
  });
}

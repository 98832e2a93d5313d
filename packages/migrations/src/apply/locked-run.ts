import { announceHolder, withdrawHolder } from "./holder.js";
import { openLedger } from "./ledger.js";
import { withMigrationLock } from "./lock.js";
import type { Run } from "./run.js";
import type { RunnerOptions } from "./runner-options.js";
import { withServerErrors } from "./server-reasons.js";
import { openSession } from "./session.js";

/** Does `work` as the only runner on this database, with its ledger at hand. All failures are `QueuegenError`s. */
export function lockedRun<Options extends RunnerOptions, Result>(
  options: Options,
  work: (run: Run<Options>) => Promise<Result>,
): Promise<Result> {
  const { connection, tablePrefix, lockWaitMs: waitMs, signal, report } = options;
  const onWait = (holder: string): void => report({ kind: "waiting", holder });
  return withServerErrors(async () => {
    const session = await openSession(connection, options.lockTimeout);
    const alone = async (): Promise<Result> => {
      const ledger = await openLedger(session, tablePrefix);
      await announceHolder(session, ledger.table);
      try {
        return await work({ session, ledger, options });
      } finally {
        await withdrawHolder(session, ledger.table);
      }
    };
    if (options.lock === false) return alone();
    return withMigrationLock(session, { waitMs, tablePrefix, onWait, ...(signal && { signal }) }, alone);
  });
}

import { readLedger } from "./ledger.js";
import { type MigrationState, migrationStates } from "./migration-state.js";
import type { RunnerOptions } from "./runner-options.js";
import { withServerErrors } from "./server-reasons.js";
import { openSession } from "./session.js";

/** The state of every migration, by reading alone: it makes no ledger and takes no lock. */
export function migrateStatus(
  options: Pick<RunnerOptions, "connection" | "folders" | "tablePrefix">,
): Promise<readonly MigrationState[]> {
  return withServerErrors(async () => {
    const session = await openSession(options.connection);
    return migrationStates(options.folders, await readLedger(session, options.tablePrefix));
  });
}

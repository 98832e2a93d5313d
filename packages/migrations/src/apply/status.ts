import { readLedger } from "./ledger.js";
import { type MigrationState, migrationStates } from "./migration-state.js";
import type { RunnerOptions } from "./runner-options.js";
import { openSession } from "./session.js";

/** The state of every migration, by reading alone: it makes no ledger and takes no lock. */
export async function migrateStatus(
  options: Pick<RunnerOptions, "connection" | "folders" | "tablePrefix">,
): Promise<readonly MigrationState[]> {
  const session = await openSession(options.connection);
  return migrationStates(options.folders, await readLedger(session, options.tablePrefix));
}

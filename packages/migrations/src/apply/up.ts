import { QueuegenError } from "@queuegen/model";
import { directoryError } from "./directory-errors.js";
import { interrupted } from "./interrupted.js";
import { lockedRun } from "./locked-run.js";
import { type MigrationState, migrationStates } from "./migration-state.js";
import type { Run } from "./run.js";
import { runMigration } from "./run-migration.js";
import type { RunnerOptions } from "./runner-options.js";

/**
 * Applies every migration of the directory that the ledger does not show as applied, a late older one as well, and
 * returns their names. Afterwards ledger and directory are equal, or a `QueuegenError` says what is not.
 */
export function migrateUp(options: RunnerOptions): Promise<readonly string[]> {
  return lockedRun(options, async (run) => {
    const applied: string[] = [];
    for (const state of await todo(run)) {
      if (options.signal?.aborted) throw interrupted("stopped between two migrations, as asked");
      await apply(run, state);
      applied.push(state.name);
    }
    const left = await todo(run);
    if (left.length > 0) throw unequal(left);
    return applied;
  });
}

type Unapplied = Extract<MigrationState, { readonly kind: "pending" | "half" }>;

/** Throws before anything is touched where directory and ledger contradict each other. */
async function todo({ session, ledger, options }: Run): Promise<readonly Unapplied[]> {
  const states = migrationStates(options.folders, await ledger.read());
  const error = directoryError(states, session.database);
  if (error) throw error;
  return states.filter((state) => state.kind === "pending" || state.kind === "half");
}

async function apply(run: Run, state: Unapplied): Promise<void> {
  const begun = performance.now();
  const statements = await runMigration(run, state.folder, "up");
  run.options.report({ kind: "applied", name: state.name, statements, ms: performance.now() - begun });
}

function unequal(left: readonly Unapplied[]): QueuegenError {
  const names = left.map(({ name }) => name).join(", ");
  const message = `still not applied after the run: ${names}`;
  const hint = "Somebody changed the ledger meanwhile. Run `queuegen migrate up` again.";
  return new QueuegenError([{ code: "migration-unequal", severity: "error", message, hint }]);
}

import { QueuegenError } from "@queuegen/model";
import { directoryError } from "./directory-errors.js";
import { type Ledger, openLedger } from "./ledger.js";
import { withMigrationLock } from "./lock.js";
import { type MigrationState, migrationStates } from "./migration-state.js";
import { runMigration } from "./run-migration.js";
import type { RunnerOptions } from "./runner-options.js";
import { withServerErrors } from "./server-reasons.js";
import { openSession, type Session } from "./session.js";

/**
 * Applies every migration of the directory that the ledger does not show as applied, a late older one as well, and
 * returns their names. Afterwards ledger and directory are equal, or a `QueuegenError` says what is not.
 */
export function migrateUp(options: RunnerOptions): Promise<readonly string[]> {
  return withServerErrors(() => upLocked(options));
}

async function upLocked(options: RunnerOptions): Promise<readonly string[]> {
  const session = await openSession(options.connection);
  const lock = { waitMs: options.lockWaitMs, onWait: waiting(options), ...signalOf(options) };
  return withMigrationLock(session, lock, async () => {
    const ledger = await openLedger(session, options.tablePrefix);
    const applied: string[] = [];
    for (const state of await todo(session, ledger, options)) {
      if (options.signal?.aborted) throw interrupted();
      await apply(session, ledger, state, options);
      applied.push(state.name);
    }
    const left = await todo(session, ledger, options);
    if (left.length > 0) throw unequal(left);
    return applied;
  });
}

type Unapplied = Extract<MigrationState, { readonly kind: "pending" | "half" }>;

/** Throws before anything is touched where directory and ledger contradict each other. */
async function todo(session: Session, ledger: Ledger, options: RunnerOptions): Promise<readonly Unapplied[]> {
  const states = migrationStates(options.folders, await ledger.read());
  const error = directoryError(states, session.database);
  if (error) throw error;
  return states.filter((state) => state.kind === "pending" || state.kind === "half");
}

async function apply(session: Session, ledger: Ledger, state: Unapplied, options: RunnerOptions): Promise<void> {
  const begun = performance.now();
  const statements = await runMigration(session, ledger, state.folder, "up");
  options.report({ kind: "applied", name: state.name, statements, ms: performance.now() - begun });
}

/** Tells about a lock that somebody else holds. */
export function waiting(options: RunnerOptions): (holder: string) => void {
  return (holder) => options.report({ kind: "waiting", holder });
}

export function signalOf(options: RunnerOptions): { readonly signal?: AbortSignal } {
  return options.signal === undefined ? {} : { signal: options.signal };
}

export function interrupted(): QueuegenError {
  const message = "stopped between two migrations, as asked";
  const hint = "`queuegen migrate status` shows what is applied; `queuegen migrate up` goes on.";
  return new QueuegenError([{ code: "migration-interrupted", severity: "error", message, hint }]);
}

function unequal(left: readonly Unapplied[]): QueuegenError {
  const names = left.map(({ name }) => name).join(", ");
  const message = `still not applied after the run: ${names}`;
  const hint = "Somebody changed the ledger meanwhile. Run `queuegen migrate up` again.";
  return new QueuegenError([{ code: "migration-unequal", severity: "error", message, hint }]);
}

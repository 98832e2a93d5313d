import { QueuegenError } from "@queuegen/model";
import { MIGRATION_FILES, type MigrationFolder } from "../folder/migration-folder.js";
import { type DownLossCode, refuseLosses } from "./down-losses.js";
import { lockedRun } from "./locked-run.js";
import { type MigrationState, migrationStates } from "./migration-state.js";
import { runMigration } from "./run-migration.js";
import type { RunnerOptions } from "./runner-options.js";
import { splitSql } from "./split-sql.js";

export interface DownOptions extends RunnerOptions {
  readonly allowDestructive: readonly DownLossCode[];
}

/** Reverts the last applied migration and returns its name; `undefined` where nothing is applied. What rows hold is kept unless told. */
export function migrateDown(options: DownOptions): Promise<string | undefined> {
  return lockedRun(options, async (run) => {
    const { session, ledger } = run;
    const last = migrationStates(options.folders, await ledger.read()).findLast(({ kind }) => kind !== "pending");
    if (last === undefined) return undefined;
    const folder = revertible(last);
    await refuseLosses(session, folder, options.allowDestructive);
    const begun = performance.now();
    const statements = await runMigration(run, folder, "down");
    await ledger.forgetMigration(folder.name);
    options.report({ kind: "reverted", name: folder.name, statements, ms: performance.now() - begun });
    return folder.name;
  });
}

function revertible(state: MigrationState): MigrationFolder {
  if (state.kind === "missing") {
    throw problem(
      `cannot revert ${state.name}: its folder is gone`,
      `Restore the folder from version control. Where the database has nothing of it: \`queuegen migrate resolve ${state.name} --reverted\`.`,
    );
  }
  if (state.kind === "changed") {
    throw problem(
      `cannot revert ${state.name}: its up.sql is not the file that was applied, so its down.sql may not fit either`,
      "Restore the folder from version control.",
    );
  }
  if (state.kind === "half" && state.direction === "up") {
    throw problem(
      `cannot revert ${state.name}: it is half applied (${state.done} of ${state.of} statements)`,
      `Finish it with \`queuegen migrate up\` first, or undo it by hand and say \`queuegen migrate resolve ${state.name} --reverted\`.`,
    );
  }
  const { folder } = state;
  if (splitSql(folder.down).length > 0) return folder;
  throw problem(`cannot revert ${folder.name}: its ${MIGRATION_FILES.down} has no statements`, "It was made to stay.");
}

function problem(message: string, hint: string): QueuegenError {
  return new QueuegenError([{ code: "migration-not-reverted", severity: "error", message, hint }]);
}

import { QueuegenError, sqlIdAlways } from "@queuegen/model";
import { MIGRATION_FILES, type MigrationFolder } from "../folder/migration-folder.js";
import { lockedRun } from "./locked-run.js";
import { type MigrationState, migrationStates } from "./migration-state.js";
import { runMigration } from "./run-migration.js";
import type { RunnerOptions } from "./runner-options.js";
import type { Session } from "./session.js";
import { splitSql } from "./split-sql.js";
import { droppedTable } from "./statement-names.js";
import { tableExists } from "./table-text.js";

/** Kinds of loss that the caller accepts, by their stable codes. */
export type DestructiveCode = "drop-table";

export interface DownOptions extends RunnerOptions {
  readonly allowDestructive: readonly DestructiveCode[];
}

/** Reverts the last applied migration and returns its name; `undefined` where nothing is applied. Tables with rows are kept unless told. */
export function migrateDown(options: DownOptions): Promise<string | undefined> {
  return lockedRun(options, async (run) => {
    const { session, ledger } = run;
    const last = migrationStates(options.folders, await ledger.read()).findLast(({ kind }) => kind !== "pending");
    if (last === undefined) return undefined;
    const folder = revertible(last);
    await refuseLoss(session, folder, options.allowDestructive);
    const begun = performance.now();
    const statements = await runMigration(run, folder, "down");
    await ledger.forgetMigration(folder.name);
    options.report({ kind: "reverted", name: folder.name, statements, ms: performance.now() - begun });
    return folder.name;
  });
}

function revertible(state: MigrationState): MigrationFolder {
  if (state.kind === "missing") {
    throw problem(`cannot revert ${state.name}: its folder is gone`, "Restore the folder from version control.");
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
      "Finish it with `queuegen migrate up` first.",
    );
  }
  const { folder } = state;
  if (splitSql(folder.down).length > 0) return folder;
  throw problem(`cannot revert ${folder.name}: its ${MIGRATION_FILES.down} has no statements`, "It was made to stay.");
}

async function refuseLoss(
  session: Session,
  folder: MigrationFolder,
  allowed: readonly DestructiveCode[],
): Promise<void> {
  if (allowed.includes("drop-table")) return;
  const full: string[] = [];
  for (const table of splitSql(folder.down).map(droppedTable)) {
    if (table !== undefined && (await hasRows(session, table))) full.push(`"${table}"`);
  }
  if (full.length === 0) return;
  throw problem(
    `reverting ${folder.name} would drop ${full.join(" and ")} with the rows in it`,
    "Nothing was changed. To lose them: `queuegen migrate down --allow-destructive drop-table`.",
  );
}

async function hasRows(session: Session, table: string): Promise<boolean> {
  if (!(await tableExists(session, table))) return false;
  return (await session.rows(`SELECT 1 FROM ${sqlIdAlways(table)} LIMIT 1`)).length > 0;
}

function problem(message: string, hint: string): QueuegenError {
  return new QueuegenError([{ code: "migration-not-reverted", severity: "error", message, hint }]);
}

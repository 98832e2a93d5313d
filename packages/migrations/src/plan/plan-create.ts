import type { QueueModel } from "@queuegen/model";
import { sqlIdAlways } from "@queuegen/model";
import { createTable } from "../ddl/create-table.js";
import { type TableDefinition, tableDefinition } from "../ddl/table-definition.js";
import { lastMigration } from "../folder/history.js";
import { folderName, MIGRATION_FILES, type MigrationFile, type MigrationFolder } from "../folder/migration-folder.js";
import { printSnapshot, type Snapshot } from "../snapshot.js";
import { controlTable, leaseTable, SUPPORT } from "../support/support-tables.js";

export interface MigrationSettings {
  /** `tablePrefix` of queuegen.json. */
  readonly tablePrefix: string;
}

/**
 * The files of the create migration of each queue that has none yet, and of the support tables that are missing.
 * Nothing for a queue that has a migration: it changes by a migration of its own.
 */
export function planCreateMigrations(
  models: readonly QueueModel[],
  existing: readonly MigrationFolder[],
  now: Date,
  settings: MigrationSettings,
): readonly MigrationFile[] {
  const fresh = models.filter((model) => lastMigration(model.name, existing) === undefined);
  return [
    ...fresh.flatMap((model) => createQueue(model, now)),
    ...(models.length > 0 ? createSupport(existing, now, settings) : []),
  ];
}

function createQueue(model: QueueModel, now: Date): readonly MigrationFile[] {
  const tables = [tableDefinition(model)];
  return migration(folderName(now, `create_${model.name}`), tables, {
    format: 1,
    queue: model.name,
    parent: null,
    tables,
  });
}

/** A later version may need more support tables: they get a migration of their own after the one that is there. */
function createSupport(
  existing: readonly MigrationFolder[],
  now: Date,
  settings: MigrationSettings,
): readonly MigrationFile[] {
  const last = lastMigration(SUPPORT, existing);
  const present = last?.snapshot.tables ?? [];
  const missing = supportTables(settings.tablePrefix).filter(
    ({ table }) => !present.some((other) => other.table === table),
  );
  if (missing.length === 0) return [];
  return migration(folderName(now, "queuegen_support"), missing, {
    format: 1,
    queue: SUPPORT,
    parent: last?.name ?? null,
    tables: [...present, ...missing],
  });
}

/** What every mode so far needs. The ledger is not among them: the runner makes it, and other runners have their own. */
function supportTables(prefix: string): readonly TableDefinition[] {
  return [controlTable(prefix), leaseTable(prefix)];
}

function migration(name: string, created: readonly TableDefinition[], snapshot: Snapshot): readonly MigrationFile[] {
  const drops = [...created].reverse().map(({ table }) => `DROP TABLE ${sqlIdAlways(table)};\n`);
  return [
    { path: `${name}/${MIGRATION_FILES.up}`, text: created.map(createTable).join("\n") },
    { path: `${name}/${MIGRATION_FILES.down}`, text: drops.join("\n") },
    { path: `${name}/${MIGRATION_FILES.snapshot}`, text: printSnapshot(snapshot) },
  ];
}

import type { QueueModel } from "@queuegen/model";
import { sqlIdAlways } from "@queuegen/model";
import { createTable } from "../ddl/create-table.js";
import { type TableDefinition, tableDefinition } from "../ddl/table-definition.js";
import { lastMigration } from "../folder/history.js";
import { folderName, type MigrationFolder } from "../folder/migration-folder.js";
import type { Snapshot } from "../snapshot.js";
import { onceTable, runLogTable } from "../support/log-tables.js";
import { controlTable, leaseTable, SUPPORT } from "../support/support-tables.js";

export interface MigrationSettings {
  /** `tablePrefix` of queuegen.json. */
  readonly tablePrefix: string;
}

/**
 * The create migration of each queue that has none yet, and of the support tables that are missing.
 * Nothing for a queue that has a migration: it changes by a migration of its own.
 */
export function planCreateMigrations(
  models: readonly QueueModel[],
  existing: readonly MigrationFolder[],
  now: Date,
  settings: MigrationSettings,
): readonly MigrationFolder[] {
  // The table of an adopted queue is there; `add --adopt`, which sees it, writes the first migration.
  const fresh = models.filter((model) => !model.adopted && lastMigration(model.name, existing) === undefined);
  const support = models.length > 0 ? planSupport(existing, now, settings, models) : undefined;
  return [...fresh.map((model) => createQueue(model, now)), ...(support === undefined ? [] : [support])];
}

function createQueue(model: QueueModel, now: Date): MigrationFolder {
  const tables = [tableDefinition(model)];
  return migration(folderName(now, `create_${model.name}`), tables, {
    format: 1,
    queue: model.name,
    parent: null,
    tables,
  });
}

/** A later version may need more support tables: they get a migration of their own after the one that is there. */
export function planSupport(
  existing: readonly MigrationFolder[],
  now: Date,
  settings: MigrationSettings,
  models: readonly QueueModel[],
): MigrationFolder | undefined {
  const last = lastMigration(SUPPORT, existing);
  const present = last?.snapshot.tables ?? [];
  const missing = supportTables(settings.tablePrefix, models).filter(
    ({ table }) => !present.some((other) => other.table === table),
  );
  if (missing.length === 0) return undefined;
  return migration(folderName(now, "queuegen_support"), missing, {
    format: 1,
    queue: SUPPORT,
    parent: last?.name ?? null,
    tables: [...present, ...missing],
  });
}

/** What every mode so far needs, and the logs that some queue writes. The ledger is not among them: the runner makes it, and other runners have their own. */
function supportTables(prefix: string, models: readonly QueueModel[]): readonly TableDefinition[] {
  return [
    controlTable(prefix),
    leaseTable(prefix),
    ...(models.some(({ options }) => options.once) ? [onceTable(prefix)] : []),
    ...(models.some(({ options }) => options.worker.runLog) ? [runLogTable(prefix)] : []),
  ];
}

function migration(name: string, created: readonly TableDefinition[], snapshot: Snapshot): MigrationFolder {
  const drops = [...created].reverse().map(({ table }) => `DROP TABLE ${sqlIdAlways(table)};\n`);
  return { name, up: created.map(createTable).join("\n"), down: drops.join("\n"), snapshot };
}

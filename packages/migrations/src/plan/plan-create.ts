import type { QueueModel } from "@queuegen/model";
import { sqlIdAlways } from "@queuegen/model";
import { createTable } from "../ddl/create-table.js";
import { type TableDefinition, tableDefinition } from "../ddl/table-definition.js";
import { lastMigration, queueStates } from "../folder/history.js";
import { folderName, type MigrationFolder } from "../folder/migration-folder.js";
import { timeAfter } from "../folder/time-after.js";
import type { Snapshot } from "../snapshot.js";
import { onceTable, runLogTable } from "../support/log-tables.js";
import { controlTable, leaseTable, SUPPORT } from "../support/support-tables.js";
import { removedQueues } from "./queue-changes.js";

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
  const removed = new Set(removedQueues(models, queueStates(existing)).map(({ table }) => table.table.toLowerCase()));
  const fresh = models.filter(
    (model) =>
      // The table of an adopted queue is there; `add --adopt`, which sees it, writes the first migration.
      !model.adopted &&
      (lastMigration(model.name, existing)?.snapshot.tables ?? []).length === 0 &&
      // The table of a queue that is gone: it was renamed, or is dropped first.
      !removed.has(model.table.toLowerCase()),
  );
  const support = models.length > 0 ? planSupport(existing, now, settings, models) : undefined;
  return [...fresh.map((model) => createQueue(model, existing, now)), ...(support === undefined ? [] : [support])];
}

/** A queue that was removed and comes again goes on from its end. */
function createQueue(model: QueueModel, existing: readonly MigrationFolder[], now: Date): MigrationFolder {
  const tables = [tableDefinition(model)];
  const last = lastMigration(model.name, existing);
  return migration(folderName(timeAfter(last, now), `create_${model.name}`), tables, {
    format: 1,
    queue: model.name,
    parent: last?.name ?? null,
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
  return migration(folderName(timeAfter(last, now), "queuegen_support"), missing, {
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

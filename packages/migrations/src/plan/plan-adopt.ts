import type { QueueModel } from "@queuegen/model";
import { type AddAlgorithm, addAdopted, dropAdopted } from "../ddl/adopted-table.js";
import { tableDefinition } from "../ddl/table-definition.js";
import { freeName, type MigrationFolder } from "../folder/migration-folder.js";

/** What becomes of the rows that an adopted table has: the state they get. */
export type ExistingRows = "pending" | "done" | "dead";

/** By the words of `--existing-rows`. */
export const EXISTING_ROWS: Readonly<Record<ExistingRows, number>> = { pending: 0, done: 2, dead: 3 };

export interface AdoptSettings {
  readonly existingRows: ExistingRows;
  readonly algorithm: AddAlgorithm;
}

/** The first migration of an adopted queue: adds what the queue needs to the application's table, and takes it out again. */
export function planAdoptMigration(
  model: QueueModel,
  existing: readonly MigrationFolder[],
  now: Date,
  { existingRows, algorithm }: AdoptSettings,
): MigrationFolder {
  const definition = tableDefinition(model);
  const status = model.fields.status ?? "status";
  const taken = existing.map(({ name }) => name);
  return {
    name: freeName(now, `adopt_${model.name}`, taken),
    up: addAdopted(definition, { status, existing: String(EXISTING_ROWS[existingRows]), algorithm }),
    down: dropAdopted(definition, algorithm),
    snapshot: { format: 1, queue: model.name, parent: null, tables: [definition] },
  };
}

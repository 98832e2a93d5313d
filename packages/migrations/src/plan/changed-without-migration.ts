import type { Diagnostic, QueueModel } from "@queuegen/model";
import { tableDefinition } from "../ddl/table-definition.js";
import { lastMigration } from "../folder/history.js";
import type { MigrationFolder } from "../folder/migration-folder.js";
import { compareTables } from "./compare-tables.js";

/** One finding for each queue whose table has changed since its last migration. A queue without any is not among them. */
export function changedWithoutMigration(
  models: readonly QueueModel[],
  existing: readonly MigrationFolder[],
): readonly Diagnostic[] {
  return models.flatMap((model) => {
    const last = lastMigration(model.name, existing);
    const before = last?.snapshot.tables[0];
    if (last === undefined || before === undefined) return [];
    const changes = compareTables(before, tableDefinition(model));
    return changes.length === 0 ? [] : [finding(model, last.name, changes)];
  });
}

function finding(model: QueueModel, last: string, changes: readonly string[]): Diagnostic {
  return {
    code: "change-without-migration",
    severity: "error",
    message: `queue "${model.name}" has a change without a migration: ${changes.join("; ")}`,
    hint: `${model.file} and migration ${last} disagree. Where that migration was never applied, delete its folder and run \`queuegen generate\`; else add a folder of your own with the ALTER TABLE in up.sql, the way back in down.sql, and a copy of ${last}/snapshot.json with "parent": "${last}" and the change.`,
  };
}

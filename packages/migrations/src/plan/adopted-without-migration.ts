import type { Diagnostic, QueueModel } from "@queuegen/model";
import { lastMigration } from "../folder/history.js";
import type { MigrationFolder } from "../folder/migration-folder.js";

/** One finding for each adopted queue that nothing adds to its table: only `add --adopt`, which sees the table, can write that. */
export function adoptedWithoutMigration(
  models: readonly QueueModel[],
  existing: readonly MigrationFolder[],
): readonly Diagnostic[] {
  const alone = models.filter((model) => model.adopted && lastMigration(model.name, existing) === undefined);
  return alone.map(({ name, table, file }) => ({
    code: "adopt-without-migration",
    severity: "error",
    message: `queue "${name}" is adopted and has no migration: nothing adds its columns to "${table}"`,
    hint: `Restore its migration from version control, or move ${file} away and adopt the table anew: \`queuegen add ${name} --table ${table} --adopt --existing-rows done\`. For a table that the queue itself should make, remove \`adopted: true\`.`,
  }));
}

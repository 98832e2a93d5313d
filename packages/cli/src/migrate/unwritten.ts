import {
  adoptedWithoutMigration,
  changedWithoutMigration,
  type MigrationFolder,
  planCreateMigrations,
} from "@queuegen/migrations";
import type { Diagnostic } from "@queuegen/model";
import type { Config } from "../config.js";
import { readModels } from "../models.js";

/**
 * What the schemas ask for and no migration does, as warnings. Nothing where there are no schemas to read, as on a server
 * that gets the migrations alone, or where they do not read.
 */
export async function unwritten(
  config: Config,
  folders: readonly MigrationFolder[],
  now: Date,
): Promise<readonly Diagnostic[]> {
  if (config.file === undefined) return [];
  const { models, diagnostics } = await readModels(config);
  if (models.length === 0 || diagnostics.some(({ severity }) => severity === "error")) return [];
  const unborn = planCreateMigrations(models, folders, now, config).map(({ name }) => name.replace(/^\d+_/, ""));
  return [
    ...[...adoptedWithoutMigration(models, folders), ...changedWithoutMigration(models, folders, config.target)],
    ...unborn.map((slug) => ({
      code: "change-without-migration",
      message: `there is no migration "${slug}" yet`,
      hint: "`queuegen generate` writes it.",
    })),
  ].map((finding) => ({ ...finding, severity: "warning" as const }));
}

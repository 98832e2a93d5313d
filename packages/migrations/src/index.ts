export { createTableSql } from "./ddl/create-table.js";
export { fileOf, type MigrationFile, type MigrationFolder } from "./folder/migration-folder.js";
export { migrationFiles } from "./format/migration-files.js";
export { FORMATS, formatOf } from "./format/formats.js";
export type { FormatName, MigrationFormat } from "./format/migration-format.js";
export { readMigrations } from "./folder/read-migrations.js";
export { changedWithoutMigration } from "./plan/changed-without-migration.js";
export { type MigrationSettings, planCreateMigrations } from "./plan/plan-create.js";

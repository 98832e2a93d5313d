export { createTableSql } from "./ddl/create-table.js";
export type { MigrationFile, MigrationFolder } from "./folder/migration-folder.js";
export { readMigrations } from "./folder/read-migrations.js";
export { changedWithoutMigration } from "./plan/changed-without-migration.js";
export { type MigrationSettings, planCreateMigrations } from "./plan/plan-create.js";

export { type EditedMigration, editedByHand } from "./branches/edited-by-hand.js";
export { forkFindings } from "./branches/fork-findings.js";
export { planRebase, type Rebase, type RebaseWishes } from "./branches/plan-rebase.js";
export { type Rewrite, type RewriteSettings, rewriteBranch } from "./branches/rewrite-branch.js";
export type { AddAlgorithm } from "./ddl/adopted-table.js";
export { createTableSql } from "./ddl/create-table.js";
export { queueTableSql } from "./ddl/queue-table-sql.js";
export {
  CHANGE_CODES,
  type Change,
  type ChangeCode,
  DESTRUCTIVE_CODES,
  type DestructiveCode,
  type DiffOptions,
  type DiffStep,
  diffTables,
  dropTable,
  isCosmetic,
  type Renames,
  type TableDiff,
} from "./diff/index.js";
export { type QueueState, queueStates } from "./folder/history.js";
export { fileOf, type MigrationFile, type MigrationFolder } from "./folder/migration-folder.js";
export { readMigrations } from "./folder/read-migrations.js";
export { FORMATS, formatOf } from "./format/formats.js";
export { migrationFiles, migrationPaths } from "./format/migration-files.js";
export type { FormatName, MigrationFormat } from "./format/migration-format.js";
export {
  type HeavyStep,
  heavySteps,
  type OnlineCommands,
  type OnlinePlace,
  onlineCommands,
} from "./online/index.js";
export { adoptedWithoutMigration } from "./plan/adopted-without-migration.js";
export type { ChangeRequest } from "./plan/change-request.js";
export { changedWithoutMigration } from "./plan/changed-without-migration.js";
export { type AdoptSettings, EXISTING_ROWS, type ExistingRows, planAdoptMigration } from "./plan/plan-adopt.js";
export { type ChangePlan, type PlannedMigration, planChanges } from "./plan/plan-changes.js";
export { type MigrationSettings, planCreateMigrations } from "./plan/plan-create.js";

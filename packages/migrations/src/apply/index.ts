export { type DestructiveCode, type DownOptions, migrateDown } from "./down.js";
export type { MigrationState } from "./migration-state.js";
export type { RunnerEvent, RunnerOptions } from "./runner-options.js";
export { migrateStatus } from "./status.js";
export { migrateUp } from "./up.js";

export { type DownOptions, migrateDown } from "./down.js";
export type { DownLossCode } from "./down-losses.js";
export { type Drift, type DriftFinding, type DriftOptions, readDrift, type TableDrift } from "./drift/index.js";
export {
  canonicalTable,
  type LiveColumn,
  type LiveForeignKey,
  type LiveTable,
  type LiveTrigger,
  type OtherIndex,
  readLiveTable,
  type ServerFacts,
} from "./live/index.js";
export type { MigrationState } from "./migration-state.js";
export type { Resolution } from "./plan-resolve.js";
export { migrateResolve, type Resolved, type ResolveOptions } from "./resolve.js";
export type { RunnerEvent, RunnerOptions } from "./runner-options.js";
export { stateWords } from "./state-words.js";
export { migrateStatus } from "./status.js";
export { migrateUp } from "./up.js";
export { utcText } from "./utc-text.js";

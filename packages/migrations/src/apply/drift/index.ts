export { type Drift, type DriftOptions, readDrift } from "./read-drift.js";
export type { DriftFinding, TableDrift } from "./table-drift.js";

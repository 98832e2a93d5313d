export { type Drift, type DriftOptions, readDrift } from "./read-drift.js";
export { type DriftFinding, GONE, type TableDrift } from "./table-drift.js";

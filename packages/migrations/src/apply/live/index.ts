export { canonicalTable } from "./canonical-table.js";
export type { LiveColumn, LiveForeignKey, LiveTable, LiveTrigger, OtherIndex } from "./live-table.js";
export { canonicalType } from "./live-type.js";
export { readLiveTable } from "./read-live-table.js";
export { readServerFacts, type ServerFacts } from "./server-facts.js";

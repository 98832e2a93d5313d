export {
  CHANGE_CODES,
  type Change,
  type ChangeCode,
  DESTRUCTIVE_CODES,
  type DestructiveCode,
  isCosmetic,
} from "./change.js";
export { diffTables } from "./diff-tables.js";
export { dropTable } from "./drop-table.js";
export type { DiffOptions, DiffStep, Renames, TableDiff } from "./table-diff.js";

/** What generated code of mode cursor imports. */
export {
  ClaimReclaimer,
  type ClaimStatements,
  CursorConsumer,
  type CursorSpec,
  type ReclaimStatements,
  type WalkSpec,
  type WalkStatements,
} from "@queuegen/modes/cursor/run";
export type { MysqlConnection } from "./client/mysql.js";
export type { Column, ColumnSpec, ColumnSpecs } from "./column.js";
export type { Handler, JobContext } from "./worker/context.js";
export type { Registration, Registry } from "./worker/registry.js";

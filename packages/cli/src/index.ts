export type { ClaimQueueOptions } from "./declare/claim-queue-options.js";
export type { Column } from "./declare/column.js";
export type {
  BigintOptions,
  ColumnOptions,
  ColumnOptionsWithDefault,
  DecimalOptions,
  IntegerOptions,
  LongTextOptions,
  MomentOptions,
  TextOptions,
} from "./declare/column-options.js";
export * from "./declare/columns.js";
export type { CursorQueueOptions } from "./declare/cursor-queue-options.js";
export {
  defineQueue,
  type QueueDeclaration,
  type QueueIndex,
  type QueueOptions,
  type WalkQueueOptions,
} from "./declare/define-queue.js";
export type { Duration } from "./declare/duration.js";
export type { StandardColumnName } from "./declare/standard-column-name.js";

/** What generated code of mode claim imports. */
export {
  ClaimConsumer,
  ClaimReclaimer,
  type ClaimSpec,
  type ClaimStatements,
  type ReclaimSpec,
  type ReclaimStatements,
} from "@queuegen/modes/claim/run";
export type { MysqlConnection } from "./client/mysql.js";
export type { Column, ColumnSpec, ColumnSpecs } from "./column.js";
export {
  type Enqueued,
  type EnqueueOptions,
  enqueue,
  type ProducerClient,
  type ProducerSpec,
} from "./producer/enqueue.js";
export type { Backoff } from "./time/backoff.js";
export type { Handler, JobContext } from "./worker/context.js";
export type { Registration, Registry } from "./worker/registry.js";

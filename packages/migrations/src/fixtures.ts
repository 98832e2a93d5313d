import type { ColumnModel, ColumnType, QueueModel, StandardField } from "@queuegen/model";

/** What a test says of a column; the rest is "none". */
export type ColumnWords = Partial<Omit<ColumnModel, "name" | "type">>;

export function column(name: string, type: ColumnType, words: ColumnWords = {}): ColumnModel {
  return {
    name,
    type,
    field: undefined,
    nullable: false,
    default: undefined,
    autoIncrement: false,
    comment: undefined,
    doc: undefined,
    ...words,
  };
}

function standard(field: StandardField, type: ColumnType, words: ColumnWords = {}): ColumnModel {
  return column(field, type, { field, ...words });
}

const UNSIGNED_BIGINT: ColumnType = { kind: "bigint", unsigned: true, mode: "string" };
const TIME = { nullable: true, comment: "epoch ms" };

/** The queue of schemas/notify.queue.ts, written out. */
export const NOTIFY: QueueModel = {
  name: "notify",
  key: "notify",
  pascal: "Notify",
  mode: "claim",
  table: "notify_task",
  doc: "Sends one notification through one channel.",
  file: "schemas/notify.queue.ts",
  exportName: "notify",
  columns: [
    standard("id", UNSIGNED_BIGINT, { autoIncrement: true }),
    standard(
      "status",
      { kind: "tinyint", unsigned: true },
      { default: 0, comment: "0 pending, 1 processing, 2 done, 3 dead, 5 waiting" },
    ),
    standard(
      "claim_token",
      { kind: "varchar", length: 32, charset: "ascii", collate: "ascii_bin" },
      { nullable: true, comment: "fence: who may write this row" },
    ),
    standard(
      "claim_time",
      { kind: "int", unsigned: true },
      { nullable: true, comment: "epoch seconds of the claim or of its last heartbeat" },
    ),
    standard("worker_id", { kind: "varchar", length: 64 }, { nullable: true }),
    standard("attempts", { kind: "smallint", unsigned: true }, { default: 0, comment: "counted at claim" }),
    standard("create_time", UNSIGNED_BIGINT, { comment: "epoch ms" }),
    standard("start_time", UNSIGNED_BIGINT, TIME),
    standard("finish_time", UNSIGNED_BIGINT, TIME),
    standard("run_at", UNSIGNED_BIGINT, { nullable: true, comment: "epoch ms; set only in status 5" }),
    standard(
      "error_message",
      { kind: "varchar", length: 500 },
      { nullable: true, comment: "of the last failed attempt" },
    ),
    column("user_id", { kind: "bigint", unsigned: true, mode: "number" }),
    column("channel", { kind: "varchar", length: 16 }, { default: "mail" }),
    column("payload", { kind: "json" }, { doc: "What is shown to the user." }),
  ],
  indexes: [
    { name: "idx_status_id", columns: ["status", "id"], unique: false },
    { name: "idx_run_at", columns: ["run_at"], unique: false },
  ],
  fields: {
    id: "id",
    status: "status",
    claim_token: "claim_token",
    claim_time: "claim_time",
    worker_id: "worker_id",
    attempts: "attempts",
    create_time: "create_time",
    start_time: "start_time",
    finish_time: "finish_time",
    run_at: "run_at",
    error_message: "error_message",
  },
  options: {
    claim: { batch: "adaptive", lease: 30_000, heartbeat: 10_000, skipLocked: false },
    retry: {
      attempts: 5,
      backoff: { kind: "exponential", first: 10_000, factor: 2, max: 3_600_000, jitter: 0.1 },
    },
    dedupe: false,
    once: false,
    retention: { onSuccess: "keep", done: 604_800_000, dead: null, once: 2_592_000_000, runLog: 604_800_000 },
    worker: {
      style: "loop",
      concurrency: 10,
      maxConcurrency: 100,
      weight: 1,
      frequency: null,
      maxRunTime: null,
      runType: "all",
      maintenance: "auto",
      runLog: false,
      timeout: null,
      isolation: "none",
      maxMemoryMb: null,
    },
  },
};

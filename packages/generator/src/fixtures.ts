import type { ColumnModel, ColumnType, QueueModel, StandardField } from "@queuegen/model";
import { modes } from "@queuegen/modes";
import { templates } from "@queuegen/templates";
import type { GenerateSettings } from "./settings.js";

/** The queue of schemas/notify.queue.ts, written out, as the generated example sees it. */
export const notify: QueueModel = {
  name: "notify",
  key: "notify",
  pascal: "Notify",
  mode: "claim",
  table: "notify_task",
  doc: "Sends one notification through one channel.",
  file: "../schemas/notify.queue.ts",
  exportName: "notify",
  columns: [
    standard("id", { kind: "bigint", unsigned: true, mode: "string" }, { autoIncrement: true, nullable: false }),
    standard("status", { kind: "tinyint", unsigned: true }, { default: 0, nullable: false }),
    standard("claim_token", { kind: "varchar", length: 32, charset: "ascii", collate: "ascii_bin" }),
    standard("claim_time", { kind: "int", unsigned: true }),
    standard("worker_id", { kind: "varchar", length: 64 }),
    standard("attempts", { kind: "smallint", unsigned: true }, { default: 0, nullable: false }),
    standard("create_time", { kind: "bigint", unsigned: true, mode: "number" }, { nullable: false }),
    standard("start_time", { kind: "bigint", unsigned: true, mode: "number" }),
    standard("finish_time", { kind: "bigint", unsigned: true, mode: "number" }),
    standard("run_at", { kind: "bigint", unsigned: true, mode: "number" }),
    standard("error_message", { kind: "varchar", length: 500 }),
    column("user_id", { kind: "bigint", unsigned: true, mode: "number" }),
    column("channel", { kind: "varchar", length: 16 }, { default: "mail" }),
    column(
      "payload",
      {
        kind: "json",
        payload: { kind: "import", name: "NotifyPayload", from: "../schemas/notify.queue.ts", bare: false },
      },
      { doc: "What is shown to the user." },
    ),
  ],
  indexes: [
    { name: "idx_status_id", columns: ["status", "id"], unique: false },
    { name: "idx_run_at", columns: ["run_at"], unique: false },
  ],
  fields: Object.fromEntries(
    "id status claim_token claim_time worker_id attempts create_time start_time finish_time run_at error_message"
      .split(" ")
      .map((field) => [field, field]),
  ),
  options: {
    claim: { batch: "adaptive", lease: 30_000, heartbeat: 10_000, skipLocked: false },
    retry: { attempts: 5, backoff: { kind: "exponential", first: 10_000, factor: 2, max: 3_600_000, jitter: 0.1 } },
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

/** The queue of schemas/reindex.queue.ts, whose own table its mode makes. */
export const reindex: QueueModel = walking();

function walking(): QueueModel {
  const mode = modes.find(({ name }) => name === "cursor");
  const id = column("id", { kind: "bigint", unsigned: true, mode: "string" });
  const options: QueueModel["options"] = {
    ...notify.options,
    claim: { batch: 1, lease: 30_000, heartbeat: 10_000, skipLocked: false },
    retention: { onSuccess: "keep", done: null, dead: null, once: null, runLog: null },
    worker: { ...notify.options.worker, concurrency: 4, maxConcurrency: 40 },
  };
  const standards = mode?.columns(options) ?? [];
  return {
    ...notify,
    name: "reindex",
    key: "reindex",
    pascal: "Reindex",
    mode: "cursor",
    table: "reindex_range",
    doc: "Puts every published article into the search index, once.",
    file: "../schemas/reindex.queue.ts",
    exportName: "reindex",
    columns: [
      ...standards.map((made) => column(made.field, made.type, { ...made, doc: undefined })),
      ...(mode?.walk?.columns([id]) ?? []),
    ],
    options,
    walk: {
      table: "article",
      key: ["id"],
      columns: [
        id,
        column("title", { kind: "varchar", length: 200 }),
        column("body", { kind: "text" }, { nullable: true }),
      ],
      where: "published = 1",
      batch: 200,
      batchTime: 1_000,
      throttle: 2_000,
      rangeTable: null,
    },
  };
}

export const settings: GenerateSettings = {
  generated: "src/queues/generated",
  handlers: "src/queues/handlers",
  worker: "src/queues/worker.ts",
  importExtension: "js",
  database: undefined,
  tablePrefix: "queuegen_",
  templates,
  createTableSql: ({ table }) => `CREATE TABLE ${table};\n`,
};

export function column(name: string, type: ColumnType, words: Partial<ColumnModel> = {}): ColumnModel {
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

function standard(field: StandardField, type: ColumnType, words: Partial<ColumnModel> = {}): ColumnModel {
  return column(field, type, { field, nullable: true, ...words });
}

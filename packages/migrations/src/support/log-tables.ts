import type { ColumnDefinition, TableDefinition } from "../ddl/table-definition.js";

/** The idempotency log of `ctx.once`: what was done for which key. For projects with a queue that declares `once`. */
export function onceTable(prefix: string): TableDefinition {
  return {
    table: `${prefix}once`,
    columns: [
      column("queue", ascii(64)),
      column("once_key", "varchar(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"),
      column("status", "tinyint unsigned", { comment: "1 running, 2 done" }),
      column("claim_token", ascii(32), { comment: "fence: who may mark it as done" }),
      column("job_id", ascii(20)),
      column("result", "mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin", {
        nullable: true,
        default: "NULL",
        comment: "JSON of what the function gave",
      }),
      column("time_ms", "bigint unsigned", { comment: "epoch ms of the last change" }),
    ],
    primaryKey: ["queue", "once_key"],
    indexes: [{ name: "idx_queue_time", columns: ["queue", "time_ms"], unique: false }],
  };
}

/** What a worker did in each round, one row each. For projects with a queue that declares `runLog`. */
export function runLogTable(prefix: string): TableDefinition {
  const counts = ["claimed", "completed", "retried", "dead", "lost", "released"];
  return {
    table: `${prefix}run_log`,
    columns: [
      column("id", "bigint unsigned", { autoIncrement: true }),
      column("queue", ascii(64)),
      column("worker_id", "varchar(64)"),
      column("begin_ms", "bigint unsigned", { comment: "epoch ms" }),
      column("end_ms", "bigint unsigned", { comment: "epoch ms" }),
      ...counts.map((name) => column(name, "int unsigned")),
      column("error_message", "varchar(500)", {
        nullable: true,
        default: "NULL",
        comment: "the last one of the round",
      }),
    ],
    primaryKey: ["id"],
    indexes: [{ name: "idx_queue_time", columns: ["queue", "end_ms"], unique: false }],
  };
}

function column(
  name: string,
  type: string,
  words: Partial<Omit<ColumnDefinition, "name" | "type">> = {},
): ColumnDefinition {
  return { name, type, nullable: false, ...words };
}

function ascii(length: number): string {
  return `varchar(${length}) CHARACTER SET ascii COLLATE ascii_bin`;
}

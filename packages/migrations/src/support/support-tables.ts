import type { ColumnDefinition, TableDefinition } from "../ddl/table-definition.js";

/** The queue name under which the tables that all queues share are kept in snapshots. */
export const SUPPORT = "_support";

/** Marks that an operator writes and the worker reads once a second: paused, concurrency, restart. */
export function controlTable(prefix: string): TableDefinition {
  return {
    table: `${prefix}control`,
    columns: [
      column("queue", ascii(64)),
      column("paused", "tinyint unsigned", { default: "0" }),
      column("concurrency", "int unsigned", { nullable: true, default: "NULL", comment: "of one worker process" }),
      column("global_concurrency", "int unsigned", {
        nullable: true,
        default: "NULL",
        comment: "of all of them together",
      }),
      column("restart_at", "bigint unsigned", {
        nullable: true,
        default: "NULL",
        comment: "epoch ms; workers started earlier end themselves",
      }),
    ],
    primaryKey: ["queue"],
    indexes: [],
  };
}

/** Who does what only one node may do at a time, and until when. */
export function leaseTable(prefix: string): TableDefinition {
  return {
    table: `${prefix}lease`,
    columns: [
      column("name", "varchar(100)"),
      column("holder", "varchar(100)"),
      column("until_ms", "bigint unsigned", { comment: "epoch ms by the database's clock" }),
    ],
    primaryKey: ["name"],
    indexes: [],
  };
}

/** Which statement of which migration has run, one row each: what makes a half-applied migration resumable. */
export function ledgerTable(prefix: string): TableDefinition {
  return {
    table: `${prefix}migrations`,
    columns: [
      column("migration", "varchar(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"),
      column("direction", ascii(4), { comment: "up or down; mark: said by hand; lock: who runs" }),
      column("step", "smallint unsigned", { comment: "number of the statement, from 1" }),
      column("steps", "smallint unsigned", { comment: "statements in the file" }),
      column("statement_hash", ascii(64)),
      column("file_hash", ascii(64)),
      column("started_ms", "bigint unsigned", { comment: "epoch ms" }),
      column("finished_ms", "bigint unsigned", {
        nullable: true,
        default: "NULL",
        comment: "epoch ms; NULL: sent, and its end was not seen",
      }),
      column("before_hash", ascii(64), {
        nullable: true,
        default: "NULL",
        comment: "of the table before a statement that changes it",
      }),
      column("note", "varchar(500)", { nullable: true, default: "NULL", comment: "who, where, and why by hand" }),
    ],
    primaryKey: ["migration", "direction", "step"],
    indexes: [],
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

import { sqlIdAlways } from "@queuegen/model";
import { NOW_MS } from "../claim/sql/now.js";

/** What the operator's commands write into the control table, and what they read. Named values: `:queue`, `:value`. */
export interface ControlSql {
  /** (queue, paused, concurrency, global_concurrency, restart_ms, now_ms) of one queue. */
  readonly read: string;
  readonly pause: string;
  readonly resume: string;
  /** Of each process; NULL gives back what the schema and the flags say. */
  readonly concurrency: string;
  /** Of all processes together; NULL: no limit. */
  readonly globalConcurrency: string;
  readonly restart: string;
  /** (name, holder, until_ms, now_ms) of the lease rows `:names`. */
  readonly leases: string;
}

/** The same for every mode. Each write is one row by its primary key. */
export function controlSql(tablePrefix: string): ControlSql {
  const table = sqlIdAlways(`${tablePrefix}control`);
  const set = (column: string, value: string): string =>
    `INSERT INTO ${table} (queue, ${column}) VALUES (:queue, ${value}) ON DUPLICATE KEY UPDATE ${column} = ${value}`;
  return {
    read: `SELECT paused, concurrency, global_concurrency, restart_at AS restart_ms, ${NOW_MS} AS now_ms FROM ${table} WHERE queue = :queue`,
    pause: set("paused", "1"),
    resume: set("paused", "0"),
    concurrency: set("concurrency", ":value"),
    globalConcurrency: set("global_concurrency", ":value"),
    restart: set("restart_at", NOW_MS),
    leases: `SELECT name, holder, until_ms, ${NOW_MS} AS now_ms FROM ${sqlIdAlways(`${tablePrefix}lease`)} WHERE name IN (:names)`,
  };
}

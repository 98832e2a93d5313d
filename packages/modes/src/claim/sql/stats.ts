import type { QueueModel } from "@queuegen/model";
import { namesOf } from "./names.js";
import { nowMs } from "./now.js";
import { type Statement, statement } from "./statement.js";
import type { SqlStyle } from "./style.js";

/** How a queue stands. Every statement reads at most `:limit` entries, however long the queue is. */
export function statsStatements(model: QueueModel, style: SqlStyle): readonly Statement[] {
  const n = namesOf(model);
  const now = nowMs(style);
  const byStatus = `FROM ${n.table} FORCE INDEX (${n.byStatus})`;
  const byRunAt = `FROM ${n.table} FORCE INDEX (${n.byRunAt})`;
  return [
    statement(
      "count",
      "How many rows are in one state; from the index alone.",
      `SELECT COUNT(*) AS jobs FROM (SELECT ${n.id} ${byStatus} WHERE ${n.status} = :status LIMIT :limit) AS counted`,
    ),
    statement(
      "head",
      "The next job to be claimed.",
      `SELECT ${n.idText} AS job_id, ${n.create_time} AS created_ms, ${now} AS now_ms ${byStatus} WHERE ${n.status} = 0 ORDER BY ${n.id} LIMIT 1`,
    ),
    statement(
      "due",
      "How many waiting jobs are due; `run_at` is set in no other state.",
      `SELECT COUNT(*) AS jobs FROM (SELECT ${n.run_at} ${byRunAt} WHERE ${n.run_at} <= ${now} LIMIT :limit) AS counted`,
    ),
    statement(
      "nextDue",
      "When the next waiting job falls due.",
      `SELECT ${n.run_at} AS due_ms, ${now} AS now_ms ${byRunAt} WHERE ${n.run_at} > ${now} ORDER BY ${n.run_at} LIMIT 1`,
    ),
    statement(
      "workers",
      "Who holds how many jobs, and the oldest and the youngest heartbeat among them.",
      `SELECT worker, COUNT(*) AS jobs, MIN(claimed_s) AS oldest_s, MAX(claimed_s) AS youngest_s, SUM(started_ms IS NOT NULL) AS marked, UNIX_TIMESTAMP() AS now_s`,
      `FROM (SELECT ${n.worker_id} AS worker, ${n.claim_time} AS claimed_s, ${n.start_time} AS started_ms ${byStatus} WHERE ${n.status} = 1 ORDER BY ${n.id} LIMIT :limit) AS held`,
      "GROUP BY worker ORDER BY worker",
    ),
    statement(
      "recent",
      "How many of the last `:limit` final rows, by id, ended in the last minute and hour.",
      `SELECT COUNT(*) AS looked, SUM(finished_ms > now_ms - 60000) AS in_minute, SUM(finished_ms > now_ms - 3600000) AS in_hour`,
      `FROM (SELECT ${n.finish_time} AS finished_ms, ${now} AS now_ms ${byStatus} WHERE ${n.status} = :status ORDER BY ${n.id} DESC LIMIT :limit) AS last_ones`,
    ),
  ];
}

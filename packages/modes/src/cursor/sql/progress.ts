import { type QueueModel, sqlId } from "@queuegen/model";
import { namesOf } from "../../claim/sql/names.js";
import { nowMs } from "../../claim/sql/now.js";
import { type Statement, statement } from "../../claim/sql/statement.js";
import { serverSql } from "../../claim/sql/style.js";

/** What the operator's commands ask about a walk, and how they forget it. */
export function progressStatements(model: QueueModel): readonly Statement[] {
  const { walk } = model;
  if (walk === undefined) throw new Error(`queue "${model.name}" walks over no table`);
  const n = namesOf(model);
  const from = `FROM ${sqlId(walk.table)} FORCE INDEX (PRIMARY)`;
  const lease = Math.ceil(model.options.claim.lease / 1_000);
  const sum = (name: string) => `CAST(COALESCE(SUM(${name}), 0) AS CHAR) AS ${name}`;
  const failing = `FROM ${n.table} FORCE INDEX (${n.byStatus}) WHERE ${n.status} = 5 AND ${n.error_message} IS NOT NULL`;
  return [
    statement(
      "states",
      "Ranges and rows by state: all ranges are read, some thousands at the most.",
      `SELECT ${n.status} AS range_status, COUNT(*) AS ranges, ${["rows_planned", "rows_seen", "rows_done"].map(sum).join(", ")},`,
      `MIN(${n.create_time}) AS begun_ms, MAX(${n.finish_time}) AS finished_ms, ${nowMs(serverSql)} AS now_ms`,
      `FROM ${n.table} GROUP BY ${n.status}`,
    ),
    statement(
      "dead",
      "Ranges that are dead, and why.",
      `SELECT CAST(${n.id} AS CHAR) AS range_id, ${n.error_message} AS error FROM ${n.table} FORCE INDEX (${n.byStatus}) WHERE ${n.status} = 3 ORDER BY ${n.id} LIMIT :limit`,
    ),
    statement(
      "failing",
      "Ranges that have failed and wait for their next attempt: when it is due, and why they failed; the first due comes first.",
      `SELECT (SELECT COUNT(*) ${failing}) AS ranges, CAST(${n.run_at} AS CHAR) AS due_ms, ${n.error_message} AS error`,
      `${failing} ORDER BY ${n.run_at} LIMIT 1`,
    ),
    statement(
      "columns",
      "Columns of the table that is walked over; none where it is not there.",
      "SELECT COLUMN_NAME AS name FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = :table ORDER BY ORDINAL_POSITION",
    ),
    statement(
      "estimate",
      "Rows of the table, as the server's statistics have it.",
      "SELECT CAST(TABLE_ROWS AS CHAR) AS about FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = :table",
    ),
    statement(
      "first",
      "Of the first rows: how many there are, and how many of them meet the condition.",
      `SELECT COUNT(*) AS found, COALESCE(SUM(hit), 0) AS hits`,
      `FROM (SELECT ${walk.where === null ? "1" : `IF(${walk.where}, 1, 0)`} AS hit ${from} ORDER BY ${walk.key.map((name) => sqlId(name)).join(", ")} LIMIT :limit) AS first_ones`,
    ),
    statement(
      "alive",
      "Ranges in work whose worker lives, as far as its lease tells. Locked until the run is forgotten.",
      `SELECT CAST(${n.id} AS CHAR) AS range_id, ${n.worker_id} AS worker FROM ${n.table}`,
      `WHERE ${n.status} = 1 AND ${n.claim_time} >= UNIX_TIMESTAMP() - ${lease} FOR UPDATE`,
    ),
    statement("forget", "The run as if it had not been.", `DELETE FROM ${n.table}`),
  ];
}

import { readFileSync } from "node:fs";
import type { BenchDatabase } from "./bench-server.js";
import { ensureNumbers, insertMany } from "./numbers.js";

/** The table of the generated example, as its schema.sql has it; and what people write by hand. */
export type TableName = "notify_task" | "hand_task";

/** The same job data, and no more than a hand-written queue needs beside it. */
const HAND_TASK = `CREATE TABLE hand_task (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  status TINYINT UNSIGNED NOT NULL DEFAULT 0,
  claim_token VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
  claim_time INT UNSIGNED NULL,
  attempts SMALLINT UNSIGNED NOT NULL DEFAULT 0,
  user_id BIGINT UNSIGNED NOT NULL,
  channel VARCHAR(16) NOT NULL DEFAULT 'mail',
  payload JSON NOT NULL,
  KEY idx_status_id (status, id)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4`;

/** About 110 bytes with a body of 50. */
function payload(bodyBytes: number): string {
  return `CONCAT('{"title": "Order ', n, ' shipped", "body": "Dear user ', n, ', ', REPEAT('x', ${bodyBytes}), '"}')`;
}

export interface Fill {
  readonly rows: number;
  /** Default 0, pending. */
  readonly status?: 0 | 2 | 5;
  /** Length of the text in the payload. Default 50. */
  readonly bodyBytes?: number;
}

/** Makes the table anew, empty. */
export async function createTable({ admin }: BenchDatabase, table: TableName): Promise<void> {
  const ddl = table === "hand_task" ? HAND_TASK : readFileSync(new URL("../schema.sql", import.meta.url), "utf8");
  await admin.query(`DROP TABLE IF EXISTS ${table}`);
  await admin.query(ddl);
}

/** Adds rows after those that are there. Written without the binlog: it is no part of what is measured. */
export async function fillTable(
  database: BenchDatabase,
  table: TableName,
  { rows, status = 0, bodyBytes = 50 }: Fill,
): Promise<void> {
  const { admin } = database;
  await admin.query("SET SESSION sql_log_bin = 0");
  try {
    await ensureNumbers(admin);
    await insertMany(admin, insertStatement(table, status, payload(bodyBytes)), rows);
    await admin.query(`ANALYZE TABLE ${table}`);
  } finally {
    await admin.query("SET SESSION sql_log_bin = 1");
  }
}

function insertStatement(table: TableName, status: number, json: string): string {
  if (table === "hand_task") {
    return `INSERT INTO hand_task (status, user_id, payload) SELECT ${status}, n, ${json} FROM numbers`;
  }
  const now = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000";
  const runAt = status === 5 ? `${now} + 86400000` : "NULL";
  const finish = status === 2 ? now : "NULL";
  return `INSERT INTO notify_task (status, run_at, finish_time, create_time, user_id, payload)
    SELECT ${status}, ${runAt}, ${finish}, ${now}, n, ${json} FROM numbers`;
}

export async function countRows({ admin }: BenchDatabase, table: TableName, status: number): Promise<number> {
  const [[row]] = (await admin.query(`SELECT COUNT(*) AS rows_found FROM ${table} WHERE status = ?`, [
    status,
  ])) as unknown as [[{ rows_found: number }]];
  return Number(row.rows_found);
}

import type { LedgerEntry } from "./ledger-entry.js";
import type { Query } from "./transition-log.js";

export const LEDGER_SQL = `CREATE TABLE ledger (
  entry bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  job bigint unsigned NOT NULL,
  attempt int unsigned NOT NULL,
  worker varchar(64) NOT NULL,
  token varchar(64) NULL,
  started bigint unsigned NOT NULL,
  finished bigint unsigned NULL
) ENGINE=InnoDB`;

export async function readLedger(query: Query): Promise<LedgerEntry[]> {
  const rows = await query<Record<"job" | "worker" | "token" | "attempt" | "started" | "finished", string | null>>(
    `SELECT CAST(job AS CHAR) AS job, attempt, worker, token, started, finished FROM ledger ORDER BY entry`,
  );
  return rows.map((row) => ({
    job: String(row.job),
    attempt: Number(row.attempt),
    worker: String(row.worker),
    token: row.token,
    started: Number(row.started),
    finished: row.finished === null ? null : Number(row.finished),
  }));
}

import { hostname } from "node:os";
import { sqlIdAlways } from "@queuegen/model";
import { NOW_MS } from "@queuegen/modes";
import { ledgerTable } from "../support/support-tables.js";
import type { Session } from "./session.js";
import { utcText } from "./utc-text.js";

/** One row of the ledger says who runs. It counts only while its connection holds the lock: a killed runner leaves it. */
const KEY = "migration = '' AND direction = 'lock' AND step = 0";

/** Writes down which process holds the lock; to be called while holding it. */
export async function announceHolder(session: Session, ledger: string): Promise<void> {
  await session.run(
    `REPLACE INTO ${sqlIdAlways(ledger)} (migration, direction, step, steps, statement_hash, file_hash, started_ms, note)
     VALUES ('', 'lock', 0, 0, '', '', ${NOW_MS}, CONCAT(CONNECTION_ID(), ' ', ?))`,
    [`process ${process.pid} on ${hostname()}`],
  );
}

/** Takes it back. A connection that is gone has lost the lock as well. */
export async function withdrawHolder(session: Session, ledger: string): Promise<void> {
  await session.run(`DELETE FROM ${sqlIdAlways(ledger)} WHERE ${KEY}`).catch(() => undefined);
}

/** Who holds a lock of that name: `connection 71 (app from 10.0.0.7:51234), process 4711 on web-1 since 2026-03-01 12:00:00 UTC`. */
export async function holderOf(session: Session, lock: string, prefix: string): Promise<string> {
  const [row] = await session.rows<{ id: number | null }>("SELECT IS_USED_LOCK(?) AS id", [lock]);
  if (row?.id == null) return "a connection that has just ended";
  const [connection, announced] = [await connectionOf(session, row.id), await announcedBy(session, row.id, prefix)];
  return announced === undefined ? connection : `${connection}, ${announced}`;
}

async function connectionOf(session: Session, id: number): Promise<string> {
  const [row] = await session.rows<{ user: string; host: string }>(
    "SELECT user AS user, host AS host FROM information_schema.processlist WHERE id = ?",
    [id],
  );
  // Without the privilege PROCESS the list shows only one's own user.
  return row === undefined ? `connection ${id}` : `connection ${id} (${row.user} from ${row.host})`;
}

/** Nothing where the holder has not come to it yet, or is another tool. */
async function announcedBy(session: Session, id: number, prefix: string): Promise<string | undefined> {
  const table = sqlIdAlways(ledgerTable(prefix).table);
  const [row] = await session
    .rows<{ note: string; sinceMs: number }>(
      `SELECT note, started_ms AS sinceMs FROM ${table} WHERE ${KEY} AND note LIKE CONCAT(?, ' %')`,
      [id],
    )
    .catch(() => []);
  if (row === undefined) return undefined;
  return `${row.note.replace(/^\d+ /, "")} since ${utcText(Number(row.sinceMs))}`;
}

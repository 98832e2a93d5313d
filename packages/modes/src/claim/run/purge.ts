import { type Cell, pause, retryTransient, type Session, type Statement } from "@queuegen/runtime/internal";
import type { ReclaimSpec } from "./reclaimer.js";
import type { RowKeys } from "./row-keys.js";
import { STATUS } from "./statements.js";

/** Rows looked at and deleted in one statement. */
const PAGE = 500;
const PAUSE_MS = 20;

/**
 * Deletes final rows past their retention: ids by a plain read, paged to the end, then a guarded DELETE in autocommit, with
 * a pause between. A DELETE over a range would lock what claims and producers need.
 */
export async function purgeFinished(
  session: Session,
  sql: { readonly finished: Statement; readonly purge: Statement },
  keys: RowKeys,
  retention: ReclaimSpec["retention"],
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for (const [status, keep] of [
    [STATUS.done, retention.done],
    [STATUS.dead, retention.dead],
  ] as const) {
    if (keep === null) continue;
    for (let after = keys.first, more = true; more && !signal.aborted; ) {
      const link = await session.link();
      const rows = await link.read(sql.finished, { status, after, limit: PAGE });
      const ids = rows.filter((row) => isOld(row, keep)).map(([id]) => String(id));
      if (ids.length > 0) {
        const values = { ids: keys.list(ids), status, keep };
        deleted += await retryTransient(
          () => link.write(sql.purge, values),
          () => {},
        );
      }
      more = rows.length === PAGE;
      if (more) {
        after = keys.list([String(rows.at(-1)![0])]);
        await pause(PAUSE_MS, signal);
      }
    }
  }
  return deleted;
}

function isOld([, finished, now]: readonly Cell[], keep: number): boolean {
  return finished !== null && Number(finished) < Number(now) - keep;
}

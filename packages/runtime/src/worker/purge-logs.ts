import type { Session } from "../session/session.js";
import { NOW_MS } from "../sql/now.js";
import { retryTransient } from "../sql/retry-transient.js";
import { compile } from "../sql/statement.js";
import { pause } from "../time/pause.js";

/** Rows looked at and deleted in one statement. */
const PAGE = 500;
const PAUSE_MS = 20;

interface OldRows {
  readonly table: string;
  /** Tells a row from the others of its queue. */
  readonly key: string;
  /** Epoch ms of its last change; with the queue before it, an index has it. */
  readonly time: string;
}

/** What is older than `keep` ms in a log of a queue goes, in small steps. Answers how many rows. */
export type PurgeLog = (session: Session, queue: string, keep: number, signal: AbortSignal) => Promise<number>;

/** Keys of `ctx.once`, done or left by workers that are gone. */
export function purgeOnce(table: string): PurgeLog {
  return purger({ table, key: "once_key", time: "time_ms" });
}

export function purgeRunLog(table: string): PurgeLog {
  return purger({ table, key: "id", time: "end_ms" });
}

/** Keys first by a plain read, then a DELETE that judges the age again: a key may have been taken over since. */
function purger({ table, key, time }: OldRows): PurgeLog {
  const old = `queue = :queue AND ${time} < ${NOW_MS} - :keep`;
  const look = compile(
    `SELECT CAST(${key} AS CHAR) AS k FROM \`${table}\` FORCE INDEX (idx_queue_time) WHERE ${old} ORDER BY ${time} LIMIT ${PAGE}`,
  );
  const remove = compile(`DELETE FROM \`${table}\` WHERE ${old} AND ${key} IN (:keys)`);
  return async (session, queue, keep, signal) => {
    let deleted = 0;
    for (let more = true; more && !signal.aborted; ) {
      const link = await session.link();
      const keys = (await link.read(look, { queue, keep })).map(([k]) => String(k));
      if (keys.length > 0) {
        deleted += await retryTransient(
          () => link.write(remove, { queue, keep, keys }),
          () => {},
        );
      }
      more = keys.length === PAGE;
      if (more) await pause(PAUSE_MS, signal);
    }
    return deleted;
  };
}

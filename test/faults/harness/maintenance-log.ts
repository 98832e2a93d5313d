import type { Outage } from "./judge/judge-recovery.js";
import type { Query } from "./transition-log.js";

const NOW_MS = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000";

/** Statements that make the server write down who held which lease row when. */
export const MAINTENANCE_LOG_SQL: readonly string[] = [
  `CREATE TABLE maintenance_log (
    seq bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
    name varchar(100) NOT NULL, holder varchar(100) NOT NULL, at bigint unsigned NOT NULL
  ) ENGINE=InnoDB`,
  `CREATE TRIGGER maintenance_insert AFTER INSERT ON queuegen_lease FOR EACH ROW
   INSERT INTO maintenance_log (name, holder, at) VALUES (NEW.name, NEW.holder, ${NOW_MS})`,
  `CREATE TRIGGER maintenance_update AFTER UPDATE ON queuegen_lease FOR EACH ROW
   INSERT INTO maintenance_log (name, holder, at) VALUES (NEW.name, NEW.holder, ${NOW_MS})`,
];

/** One sign of life of a process that reclaims. */
export interface Hold {
  readonly holder: string;
  readonly at: number;
}

export async function readHolds(query: Query, queue: string): Promise<Hold[]> {
  const rows = await query<{ holder: string; at: number | string }>(
    "SELECT holder, at FROM maintenance_log WHERE name = ? ORDER BY seq",
    [`maintain:${queue}`],
  );
  return rows.map(({ holder, at }) => ({ holder, at: Number(at) }));
}

/**
 * Times in which nobody could reclaim, since the process that did it had died or was cut off and still held the lease
 * row: from its last sign of life until the next one took the row over.
 */
export function changeOvers(holds: readonly Hold[]): Outage[] {
  const outages: Outage[] = [];
  let last: Hold | undefined;
  for (const hold of holds) {
    if (last !== undefined && last.holder !== hold.holder)
      outages.push({ from: last.at, to: Math.max(hold.at, last.at) });
    last = hold;
  }
  return outages;
}

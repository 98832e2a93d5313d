import type { Connection } from "mysql2/promise";

/** Statements that clients sent (`Questions`), and what they cost inside. */
export interface Counters {
  readonly Questions: number;
  readonly Com_select: number;
  readonly Com_update: number;
  readonly Innodb_row_lock_waits: number;
  readonly Innodb_buffer_pool_read_requests: number;
}

const NAMES = [
  "Questions",
  "Com_select",
  "Com_update",
  "Innodb_row_lock_waits",
  "Innodb_buffer_pool_read_requests",
] as const satisfies readonly (keyof Counters)[];

/** Reads the server's counters; the reading itself counts as one of `Questions`. */
export async function readCounters(admin: Connection): Promise<Counters> {
  const [rows] = await admin.query("SHOW GLOBAL STATUS WHERE Variable_name IN (?)", [NAMES]);
  const found = new Map((rows as { Variable_name: string; Value: string }[]).map((r) => [r.Variable_name, r.Value]));
  return Object.fromEntries(NAMES.map((name) => [name, Number(found.get(name) ?? 0)])) as Record<
    keyof Counters,
    number
  >;
}

/** What was counted between two readings, the second reading itself left out. */
export function countersBetween(before: Counters, after: Counters): Counters {
  const difference = Object.fromEntries(NAMES.map((name) => [name, after[name] - before[name]]));
  return { ...(difference as Record<keyof Counters, number>), Questions: after.Questions - before.Questions - 1 };
}

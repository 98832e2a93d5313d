import type { JobKeys } from "./job-keys.js";
import type { OperateDatabase } from "./operate-database.js";

/** What the database knows of one job. Times in epoch ms, but those that end with `_s`: epoch seconds. All by the database's clock. */
export interface Job {
  readonly job_id: string;
  readonly job_status: number;
  readonly job_token: string | null;
  readonly claimed_s: number | null;
  readonly worker: string | null;
  readonly attempts: number;
  /** NULL where the application inserted the row of an adopted table. */
  readonly created_ms: number | null;
  readonly started_ms: number | null;
  readonly finished_ms: number | null;
  readonly due_ms: number | null;
  readonly error: string | null;
  readonly dedupe_key: string | null;
  readonly now_ms: number;
  readonly now_s: number;
}

/** Words for the states. */
export const STATES: Readonly<Record<number, string>> = {
  0: "pending",
  1: "in work",
  2: "done",
  3: "dead",
  4: "queued",
  5: "waiting",
};

export const STATUS = { pending: 0, processing: 1, done: 2, dead: 3, waiting: 5 } as const;

/** Rows of one statement. */
export const PAGE = 500;

/** Those of the jobs that are there, in the order of the ids. */
export async function readJobs(
  database: OperateDatabase,
  sql: string,
  keys: JobKeys,
  ids: readonly string[],
): Promise<readonly Job[]> {
  const found = new Map<string, Job>();
  for (const part of parts(ids)) {
    for (const job of await database.rows<Job>(sql, { ids: part.map(keys.value) })) found.set(job.job_id, job);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Ids that somebody typed, as the table spells them: a collation may take other spellings for the same. */
export async function spelledAsStored(
  database: OperateDatabase,
  sql: string,
  keys: JobKeys,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (!keys.folds) return ids;
  const stored: string[] = [];
  for (const id of ids) {
    const [job] = await database.rows<Job>(sql, { ids: [keys.value(id)] });
    stored.push(job?.job_id ?? id);
  }
  return [...new Set(stored)];
}

/** Lists of at most a page. */
export function parts<T>(list: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / PAGE) }, (_, i) => list.slice(i * PAGE, (i + 1) * PAGE));
}

/** ms until the lease of a job in work ends; below 0: since when it is over. A claim without a time has none. */
export function leaseLeft(job: Pick<Job, "claimed_s" | "now_s">, lease: number): number {
  if (job.claimed_s === null) return Number.NEGATIVE_INFINITY;
  return (job.claimed_s - job.now_s) * 1000 + lease;
}

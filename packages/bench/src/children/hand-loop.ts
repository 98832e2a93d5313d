import { type Connection, createConnection, type ResultSetHeader } from "mysql2/promise";
import { childMain, type Stopwatch } from "../harness/child-main.js";

/** A loop as a careful person writes it, with nothing around it. */
export interface HandLoopInput {
  readonly url: string;
  readonly table: "hand_task" | "notify_task";
  readonly batch: number;
  /** Distinguishes the tokens of several processes. */
  readonly name: string;
  readonly algorithm: keyof typeof ALGORITHMS;
  /** Jobs before the stopwatch starts, so that compiling is over. Default 0; for one loop. */
  readonly warmUp?: number;
  /** Loops in this process, a connection each. Default 1. */
  readonly loops?: number;
}

export interface HandLoopOutput {
  readonly jobs: number;
  readonly claims: number;
  /** Candidates that others took. */
  readonly lost: number;
}

interface Job {
  readonly id: number;
  readonly payload: unknown;
}

interface Cursor {
  floor: number;
  token: string;
}

const ALGORITHMS = {
  /** Goes on after the last id it claimed; believes the candidates it read. For one claimer. */
  floor: async (db: Connection, at: Cursor, input: HandLoopInput): Promise<{ jobs: Job[]; seen: number }> => {
    const [rows] = await db.query(
      `SELECT id, user_id, channel, payload FROM ${input.table} FORCE INDEX (idx_status_id) WHERE status = 0 AND id > ${at.floor} ORDER BY id LIMIT ${input.batch}`,
    );
    const jobs = rows as Job[];
    if (jobs.length === 0) return { jobs, seen: 0 };
    at.floor = jobs.at(-1)!.id;
    const won = await claim(db, input.table, at, jobs);
    if (won !== jobs.length) throw new Error(`claimed ${won} of ${jobs.length}: this loop must be alone`);
    return { jobs, seen: jobs.length };
  },
  /** Reads ids from the head, claims them, reads what it got: everybody looks at the same rows. */
  head: async (db: Connection, at: Cursor, input: HandLoopInput): Promise<{ jobs: Job[]; seen: number }> => {
    const [rows] = await db.query(`SELECT id FROM ${input.table} WHERE status = 0 ORDER BY id LIMIT ${input.batch}`);
    const candidates = rows as Job[];
    if (candidates.length === 0) return { jobs: [], seen: 0 };
    if ((await claim(db, input.table, at, candidates)) === 0) return { jobs: [], seen: candidates.length };
    const [mine] = await db.query(
      `SELECT id, user_id, channel, payload FROM ${input.table} WHERE id IN (${ids(candidates)}) AND claim_token = '${at.token}'`,
    );
    return { jobs: mine as Job[], seen: candidates.length };
  },
  /** FOR UPDATE SKIP LOCKED in a short transaction of two round trips at READ COMMITTED. */
  skipLocked: async (db: Connection, at: Cursor, input: HandLoopInput): Promise<{ jobs: Job[]; seen: number }> => {
    const [answers] = await db.query(
      `START TRANSACTION; SELECT id, user_id, channel, payload FROM ${input.table} FORCE INDEX (idx_status_id) WHERE status = 0 ORDER BY id LIMIT ${input.batch} FOR UPDATE SKIP LOCKED`,
    );
    const jobs = (answers as unknown as [unknown, Job[]])[1];
    if (jobs.length === 0) {
      await db.query("COMMIT");
      return { jobs, seen: 0 };
    }
    await db.query(
      `UPDATE ${input.table} SET status = 1, claim_token = '${at.token}', claim_time = UNIX_TIMESTAMP() WHERE id IN (${ids(jobs)}); COMMIT`,
    );
    return { jobs, seen: jobs.length };
  },
};

async function claim(db: Connection, table: string, at: Cursor, jobs: readonly Job[]): Promise<number> {
  const [result] = await db.query<ResultSetHeader>(
    `UPDATE ${table} SET status = 1, claim_token = '${at.token}', claim_time = UNIX_TIMESTAMP() WHERE id IN (${ids(jobs)}) AND status = 0`,
  );
  return result.affectedRows;
}

async function complete(db: Connection, table: string, at: Cursor, jobs: readonly Job[]): Promise<void> {
  const [result] = await db.query<ResultSetHeader>(
    `UPDATE ${table} SET status = 2 WHERE id IN (${ids(jobs)}) AND status = 1 AND claim_token = '${at.token}'`,
  );
  if (result.affectedRows !== jobs.length) throw new Error(`completed ${result.affectedRows} of ${jobs.length}`);
}

function ids(jobs: readonly Job[]): string {
  return jobs.map((job) => job.id).join(",");
}

async function handle(job: Job): Promise<void> {
  // MariaDB gives JSON columns as text, MySQL's driver has parsed them already.
  if (typeof job.payload === "string") JSON.parse(job.payload);
}

async function drain(db: Connection, input: HandLoopInput, name: string, watch: Stopwatch): Promise<HandLoopOutput> {
  const { warmUp = 0 } = input;
  const at: Cursor = { floor: 0, token: "" };
  let jobs = 0;
  let claims = 0;
  let lost = 0;
  for (;;) {
    claims += 1;
    at.token = `${name}-${claims.toString(36)}`;
    const found = await ALGORITHMS[input.algorithm](db, at, input);
    if (found.seen === 0) return { jobs, claims, lost };
    lost += found.seen - found.jobs.length;
    if (found.jobs.length === 0) continue;
    await Promise.all(found.jobs.map(handle));
    await complete(db, input.table, at, found.jobs);
    const before = jobs;
    jobs += found.jobs.length;
    if (before < warmUp && jobs >= warmUp) watch.begin(jobs);
    else watch.lap();
  }
}

await childMain<HandLoopInput, HandLoopOutput>(async (input) => {
  const connections = await Promise.all(
    Array.from({ length: input.loops ?? 1 }, () => createConnection({ uri: input.url, multipleStatements: true })),
  );
  if (input.algorithm === "skipLocked") {
    for (const db of connections) await db.query("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
  }
  return async (watch) => {
    const outputs = await Promise.all(
      connections.map((db, index) => drain(db, input, `${input.name}.${index}`, watch)),
    );
    const sum = (key: keyof HandLoopOutput): number => outputs.reduce((total, output) => total + output[key], 0);
    return { jobs: sum("jobs"), claims: sum("claims"), lost: sum("lost") };
  };
});

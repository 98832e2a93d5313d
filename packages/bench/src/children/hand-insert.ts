import { createPool } from "mysql2/promise";
import { childMain } from "../harness/child-main.js";
import { jobOf } from "./job-of.js";

/** INSERTs as a person writes them with mysql2, into the table of the generated queue. */
export interface InsertInput {
  readonly url: string;
  /** Calls at the same time, each awaited before its successor starts. */
  readonly concurrency: number;
  /** Of all together. */
  readonly calls: number;
  readonly rowsPerCall: number;
}

const INSERT = "INSERT INTO notify_task (create_time, user_id, channel, payload) VALUES ?";

await childMain<InsertInput, { jobs: number }>(async ({ url, concurrency, calls, rowsPerCall }) => {
  const pool = createPool({ uri: url, connectionLimit: Math.min(concurrency, 20) });
  await pool.query("SELECT 1");
  return async (watch) => {
    let call = 0;
    let jobs = 0;
    const loop = async (): Promise<void> => {
      while (call < calls) {
        call += 1;
        const rows = Array.from({ length: rowsPerCall }, () => {
          const job = jobOf(jobs++);
          return [Date.now(), job.user_id, job.channel, JSON.stringify(job.payload)];
        });
        await pool.query(INSERT, [rows]);
        watch.lap();
      }
    };
    await Promise.all(Array.from({ length: concurrency }, loop));
    return { jobs };
  };
});

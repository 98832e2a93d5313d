import { createConnection } from "mysql2/promise";
import { childMain } from "../harness/child-main.js";
import { jobOf } from "./job-of.js";

/** Multi-row INSERTs as a person writes them with mysql2, one connection. */
export interface HandInsertInput {
  readonly url: string;
  readonly statements: number;
  readonly rowsPerStatement: number;
}

await childMain<HandInsertInput, { jobs: number }>(async ({ url, statements, rowsPerStatement }) => {
  const db = await createConnection({ uri: url });
  return async (watch) => {
    let jobs = 0;
    for (let statement = 0; statement < statements; statement += 1) {
      const rows = Array.from({ length: rowsPerStatement }, () => {
        const job = jobOf(jobs++);
        return [job.user_id, job.channel, JSON.stringify(job.payload)];
      });
      await db.query("INSERT INTO hand_task (user_id, channel, payload) VALUES ?", [rows]);
      watch.lap();
    }
    return { jobs };
  };
});

import { createPool } from "mysql2/promise";
import type { enqueueNotify as enqueueExample } from "../../../../generated-example/src/queues/generated/notify/producer.js";
import { childMain } from "../harness/child-main.js";
import type { InsertInput } from "./hand-insert.js";
import { jobOf } from "./job-of.js";

/** The same by the generated producer. */
await childMain<InsertInput, { jobs: number }>(async ({ url, concurrency, calls, rowsPerCall }) => {
  const { enqueueNotify } = (await import(
    new URL("../example/generated/notify/producer.js", import.meta.url).href
  )) as { enqueueNotify: typeof enqueueExample };
  const pool = createPool({ uri: url, connectionLimit: Math.min(concurrency, 20) });
  await pool.query("SELECT 1");
  return async (watch) => {
    let call = 0;
    let jobs = 0;
    const loop = async (): Promise<void> => {
      while (call < calls) {
        call += 1;
        if (rowsPerCall === 1) await enqueueNotify(pool, jobOf(jobs++));
        else
          await enqueueNotify(
            pool,
            Array.from({ length: rowsPerCall }, () => jobOf(jobs++)),
          );
        watch.lap();
      }
    };
    await Promise.all(Array.from({ length: concurrency }, loop));
    return { jobs };
  };
});

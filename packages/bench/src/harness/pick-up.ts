import { createPool } from "mysql2/promise";
import type { PickUpInput, PickUpOutput } from "../children/pick-up.js";
import type { BenchDatabase } from "../server/bench-server.js";
import { settle } from "../server/settle.js";
import { createTable } from "../server/tables.js";
import { startChild } from "./child.js";
import type { ChildOutput } from "./child-main.js";
import { watchLoad } from "./cpu.js";
import { type Production, produce } from "./produce.js";
import { percentile } from "./stats.js";

export interface PickedUp {
  readonly p50: number;
  readonly p99: number;
  /** CPU of the worker, cores. */
  readonly worker: number;
  readonly others: number;
}

/** One worker on an empty queue, and jobs that come in at a pace: from its own process, or from this one. */
export async function measurePickUp(
  database: BenchDatabase,
  production: Production,
  from: "same process" | "other process",
): Promise<PickedUp> {
  await createTable(database, "notify_task");
  const own = from === "same process";
  const child = await startChild<PickUpInput, ChildOutput<PickUpOutput>>("pick-up", {
    url: database.url,
    jobs: production.calls * production.jobsPerCall,
    concurrency: 50,
    ...(own ? { production } : {}),
  });
  const pool = createPool({ uri: database.url, connectionLimit: 4 });
  try {
    await settle(database.server);
    const stop = watchLoad(database.server.pid);
    const done = child.go();
    if (!own) await Promise.race([done, produceHere(pool, production)]);
    const { result, cpuSeconds, seconds } = await done;
    const load = stop(cpuSeconds);
    return {
      p50: percentile(result.latencies, 0.5),
      p99: percentile(result.latencies, 0.99),
      worker: cpuSeconds / seconds,
      others: load.others,
    };
  } finally {
    await child.kill();
    await pool.end();
  }
}

async function produceHere(pool: ReturnType<typeof createPool>, production: Production): Promise<void> {
  const { enqueueNotify } = (await import(
    new URL("../example/generated/notify/producer.js", import.meta.url).href
  )) as typeof import("../../../../generated-example/src/queues/generated/notify/producer.js");
  await produce(production, (jobs, options) => enqueueNotify(pool, jobs, options));
}

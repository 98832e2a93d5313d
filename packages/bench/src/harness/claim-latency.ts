import type { QueueWorkerInput, QueueWorkerOutput } from "../children/queue-worker.js";
import type { BenchDatabase } from "../server/bench-server.js";
import { settle } from "../server/settle.js";
import { fillTable } from "../server/tables.js";
import { startChild } from "./child.js";
import type { ChildOutput } from "./child-main.js";
import { watchLoad } from "./cpu.js";

export interface ClaimLatency {
  /** ms of a claim of 20 jobs, look and UPDATE. */
  readonly p50: number;
  readonly p99: number;
  readonly others: number;
}

const BATCH = 20;

/**
 * A worker with batches of 20 claims and completes from what is in `notify_task`, which gets as many jobs before, so
 * that its size stays the same. The batch is small so that finding the rows weighs more than writing them.
 */
export async function measureClaimLatency(database: BenchDatabase, claims: number): Promise<ClaimLatency> {
  const jobs = claims * BATCH;
  await fillTable(database, "notify_task", { rows: jobs });
  const child = await startChild<QueueWorkerInput, ChildOutput<QueueWorkerOutput>>("queue-worker", {
    url: database.url,
    batch: BATCH,
    concurrency: BATCH,
    handlerMs: 0,
    jobs,
    timeStatements: true,
  });
  try {
    await settle(database.server);
    const stop = watchLoad(database.server.pid);
    const { result, cpuSeconds } = await child.go();
    const { others } = stop(cpuSeconds);
    if (result.claimP50 === undefined || result.claimP99 === undefined) throw new Error("no claim was timed");
    return { p50: result.claimP50, p99: result.claimP99, others };
  } finally {
    await child.kill();
  }
}

import { setTimeout as delay } from "node:timers/promises";
import { createWorker } from "@queuegen/runtime";
import { createPool } from "mysql2/promise";
import type { registry as exampleRegistry } from "../../../../generated-example/src/queues/generated/registry.js";
import { childMain } from "../harness/child-main.js";
import { StatementTimer } from "../harness/statement-timer.js";
import { percentile } from "../harness/stats.js";

/** A worker as a user runs it: generated code, a mysql2 pool, a handler. */
export interface QueueWorkerInput {
  readonly url: string;
  /** What the declaration says of the batch. */
  readonly batch: "adaptive" | 20 | 200 | 1000;
  readonly concurrency: number;
  /** ms that the handler awaits; 0 = it does nothing. */
  readonly handlerMs: number;
  /** Ends when so many jobs are completed; `null` = when there has been nothing to do for a while. */
  readonly jobs: number | null;
  /** Jobs before the stopwatch starts, so that compiling is over: a worker runs for hours. Default 0. */
  readonly warmUp?: number;
  /** Times each statement (costs a little of the throughput). */
  readonly timeStatements?: boolean;
}

export interface QueueWorkerOutput {
  readonly jobs: number;
  readonly claims: number;
  readonly lost: number;
  readonly errors: readonly string[];
  /** ms of a claim, look and UPDATE; where statements are timed. */
  readonly claimP50?: number;
  readonly claimP99?: number;
}

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };
/** Without a job for so long, the others have taken the last ones. */
const IDLE_MS = 500;

await childMain<QueueWorkerInput, QueueWorkerOutput>(async (input) => {
  const { registry } = (await import(registryOf(input.batch))) as { registry: typeof exampleRegistry };
  const pool = createPool({ uri: input.url, connectionLimit: 5 });
  const timer = input.timeStatements ? new StatementTimer(pool) : undefined;
  const worker = createWorker(registry, {
    db: pool,
    concurrency: input.concurrency,
    queues: ["notify"],
    handlers: { notify: input.handlerMs === 0 ? async () => {} : () => delay(input.handlerMs) },
    log: QUIET,
  });
  return async (watch) => {
    const { warmUp = 0 } = input;
    let jobs = 0;
    let claims = 0;
    let lost = 0;
    let lastAt = performance.now();
    const errors: string[] = [];
    let end = (): void => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    worker.on("workerStart", () => watch.begin(0));
    worker.on("claimed", () => {
      claims += 1;
    });
    worker.on("claimLost", () => {
      lost += 1;
    });
    worker.on("error", ({ error }) => {
      errors.push(String(error));
    });
    worker.on("completed", ({ count }) => {
      const before = jobs;
      jobs += count;
      lastAt = performance.now();
      if (before < warmUp && jobs >= warmUp) watch.begin(jobs);
      else watch.lap();
      if (jobs === input.jobs) end();
    });
    if (input.jobs === null) {
      worker.on("beforeSleep", () => {
        if (performance.now() - lastAt > IDLE_MS) end();
      });
    }
    const running = worker.run();
    await Promise.race([over, running]);
    worker.stop();
    await running;
    await pool.end();
    const times = timer === undefined || timer.claims.length === 0 ? {} : claimTimes(timer.claims);
    return { jobs, claims, lost, errors: errors.slice(0, 5), ...times };
  };
});

function registryOf(batch: QueueWorkerInput["batch"]): string {
  const folder = batch === "adaptive" ? "example" : `example-batch-${batch}`;
  return new URL(`../${folder}/generated/registry.js`, import.meta.url).href;
}

function claimTimes(claims: readonly number[]): Pick<QueueWorkerOutput, "claimP50" | "claimP99"> {
  return { claimP50: percentile(claims, 0.5), claimP99: percentile(claims, 0.99) };
}

import { createWorker } from "@queuegen/runtime";
import { createPool } from "mysql2/promise";
import type { registry as exampleRegistry } from "../../../../generated-example/src/queues/generated/registry.js";
import { childMain } from "../harness/child-main.js";

/** One worker that goes through a long table, with a look at the clock and the memory after each part of it. */
export interface ManyJobsInput {
  readonly url: string;
  readonly jobs: number;
  readonly parts: number;
}

export interface ManyJobsOutput {
  /** Of each part. */
  readonly seconds: readonly number[];
  /** Bytes at the end of each part. */
  readonly rss: readonly number[];
}

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

await childMain<ManyJobsInput, ManyJobsOutput>(async ({ url, jobs, parts }) => {
  const { registry } = (await import(new URL("../example/generated/registry.js", import.meta.url).href)) as {
    registry: typeof exampleRegistry;
  };
  const pool = createPool({ uri: url, connectionLimit: 5 });
  const worker = createWorker(registry, {
    db: pool,
    concurrency: 50,
    queues: ["notify"],
    handlers: { notify: async () => {} },
    log: QUIET,
  });
  return async (watch) => {
    const seconds: number[] = [];
    const rss: number[] = [];
    let done = 0;
    let began = performance.now();
    worker.on("workerStart", () => {
      began = performance.now();
    });
    worker.on("completed", ({ count }) => {
      done += count;
      if (done >= ((seconds.length + 1) * jobs) / parts) {
        seconds.push((performance.now() - began) / 1000);
        began = performance.now();
        rss.push(process.memoryUsage.rss());
      }
      watch.lap();
      if (done >= jobs) worker.stop();
    });
    await worker.run();
    await pool.end();
    return { seconds, rss };
  };
});

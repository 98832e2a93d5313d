import { createWorker } from "@queuegen/runtime";
import { createPool } from "mysql2/promise";
import type { registry as exampleRegistry } from "../../../../generated-example/src/queues/generated/registry.js";
import { childMain } from "../harness/child-main.js";

/** Memory of a worker, first idle, then with this many handlers waiting at the same time. */
export interface InFlightInput {
  readonly url: string;
  readonly jobs: number;
}

export interface InFlightOutput {
  /** Bytes. */
  readonly idleRss: number;
  readonly fullRss: number;
}

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

await childMain<InFlightInput, InFlightOutput>(async ({ url, jobs }) => {
  const { registry } = (await import(new URL("../example/generated/registry.js", import.meta.url).href)) as {
    registry: typeof exampleRegistry;
  };
  const pool = createPool({ uri: url, connectionLimit: 5 });
  return async (watch) => {
    let idleRss = 0;
    let running = 0;
    let fullRss = 0;
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const worker = createWorker(registry, {
      db: pool,
      concurrency: jobs,
      log: QUIET,
      queues: ["notify"],
      handlers: {
        notify: async () => {
          running += 1;
          if (running === jobs) {
            fullRss = process.memoryUsage.rss();
            worker.stop();
            release();
          }
          await released;
        },
      },
    });
    worker.on("workerStart", () => {
      watch.begin(0);
      idleRss = process.memoryUsage.rss();
    });
    await worker.run();
    watch.lap();
    await pool.end();
    return { idleRss, fullRss };
  };
});

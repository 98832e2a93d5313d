import { createWorker } from "@queuegen/runtime";
import { createPool } from "mysql2/promise";
import type { enqueueNotify as enqueueExample } from "../../../../generated-example/src/queues/generated/notify/producer.js";
import type { registry as exampleRegistry } from "../../../../generated-example/src/queues/generated/registry.js";
import { childMain } from "../harness/child-main.js";
import { epochNow } from "../harness/clock.js";
import { type Production, produce } from "../harness/produce.js";

/** A worker whose handler notes how long after `payload.title` (epoch ms) it was called. */
export interface PickUpInput {
  readonly url: string;
  /** Ends after so many jobs. */
  readonly jobs: number;
  /** This process enqueues, too; otherwise somebody else does. */
  readonly production?: Production;
  readonly concurrency: number;
}

export interface PickUpOutput {
  /** ms, one a job. */
  readonly latencies: readonly number[];
}

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

await childMain<PickUpInput, PickUpOutput>(async ({ url, jobs, production, concurrency }) => {
  const load = (name: string): Promise<unknown> =>
    import(new URL(`../example/generated/${name}.js`, import.meta.url).href);
  const { registry } = (await load("registry")) as { registry: typeof exampleRegistry };
  const { enqueueNotify } = (await load("notify/producer")) as { enqueueNotify: typeof enqueueExample };
  const pool = createPool({ uri: url, connectionLimit: 10 });
  const latencies: number[] = [];
  let end = (): void => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const worker = createWorker(registry, {
    db: pool,
    concurrency,
    log: QUIET,
    queues: ["notify"],
    handlers: {
      notify: async (job) => {
        latencies.push(epochNow() - Number(job.payload.title));
        if (latencies.length === jobs) end();
      },
    },
  });
  return async (watch) => {
    const started = new Promise<void>((resolve) => {
      worker.on("workerStart", () => resolve());
    });
    const running = worker.run();
    await Promise.race([started, running]);
    watch.begin(0);
    if (production !== undefined) await produce(production, (batch, options) => enqueueNotify(pool, batch, options));
    await over;
    watch.lap();
    worker.stop();
    await running;
    return { latencies };
  };
});

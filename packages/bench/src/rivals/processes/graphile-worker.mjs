import { EventEmitter } from "node:events";
import { makeWorkerUtils, run } from "graphile-worker";
import { measure, payloadOf } from "./drain.mjs";

const connectionString = process.argv[2];
const utils = await makeWorkerUtils({ connectionString });
await utils.migrate();

await measure({
  async fill(n) {
    await utils.withPgClient((client) => client.query("TRUNCATE TABLE graphile_worker._private_jobs"));
    for (let from = 0; from < n; from += 1_000) {
      await utils.addJobs(
        Array.from({ length: Math.min(1_000, n - from) }, (_, i) => ({
          identifier: "job",
          payload: payloadOf(from + i),
        })),
      );
    }
  },
  async drain(_n, done) {
    const events = new EventEmitter();
    events.on("job:complete", done);
    // Its documented settings for throughput: a local queue, completions in batches.
    const runner = await run({
      connectionString,
      events,
      noHandleSignals: true,
      taskList: { job: async () => {} },
      preset: {
        worker: {
          concurrentJobs: 50,
          maxPoolSize: 10,
          localQueue: { size: 500 },
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
    });
    return () => runner.stop();
  },
  close: () => utils.release(),
});

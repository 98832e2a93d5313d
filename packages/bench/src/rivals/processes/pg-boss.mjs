import { PgBoss } from "pg-boss";
import { measure, payloadOf } from "./drain.mjs";

const boss = new PgBoss({ connectionString: process.argv[2], supervise: false, schedule: false });
boss.on("error", (error) => {
  throw error;
});
await boss.start();

const QUEUE = "bench";
const BATCH = 200;

await measure({
  async fill(n) {
    await boss.deleteQueue(QUEUE);
    await boss.createQueue(QUEUE);
    for (let from = 0; from < n; from += 1_000) {
      await boss.insert(
        QUEUE,
        Array.from({ length: Math.min(1_000, n - from) }, (_, i) => ({ data: payloadOf(from + i) })),
      );
    }
  },
  async drain(_n, done) {
    // Two loops of fetch and complete: its quickest API; `work` polls every half second at the least.
    const loop = async () => {
      for (;;) {
        const jobs = await boss.fetch(QUEUE, { batchSize: BATCH });
        if (jobs.length === 0) return;
        await boss.complete(
          QUEUE,
          jobs.map(({ id }) => id),
        );
        for (const _ of jobs) done();
      }
    };
    const loops = Promise.all([loop(), loop()]);
    return async () => {
      await loops;
    };
  },
  close: () => boss.stop({ graceful: false }),
});

import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { measure, payloadOf } from "./drain.mjs";

const connection = new Redis(process.argv[2], { maxRetriesPerRequest: null });
const queue = new Queue("bench", { connection });

await measure({
  async fill(n) {
    await queue.obliterate({ force: true });
    for (let from = 0; from < n; from += 1_000) {
      const jobs = Array.from({ length: Math.min(1_000, n - from) }, (_, i) => ({
        name: "job",
        data: payloadOf(from + i),
      }));
      await queue.addBulk(jobs);
    }
  },
  async drain(_n, done) {
    // Counted where the job is complete, not where the handler ends.
    const worker = new Worker("bench", async () => {}, { connection, concurrency: 50 });
    worker.on("completed", done);
    return () => worker.close();
  },
  close: () => queue.close(),
});

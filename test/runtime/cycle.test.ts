import { beforeAll, beforeEach, expect, test } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { testQueue } from "./queue.js";
import { completed, newJobs, startWorker } from "./work.js";

eachServer((server) => {
  const database = freshDatabase(server);
  const queue = testQueue();
  beforeAll(() => queue.createTables(database));
  beforeEach(() => database.truncate());

  test("every job that is enqueued is handled once and done", async () => {
    await queue.enqueue(database.pool(), newJobs(2500));
    const seen = new Map<string, number>();
    const worker = startWorker(database, queue, async (job) => {
      seen.set(job.payload.title, (seen.get(job.payload.title) ?? 0) + 1);
    });
    await completed(worker, 2500);
    expect(await worker.close()).toBe("stopped");
    expect(seen.size).toBe(2500);
    expect([...seen.values()].every((count) => count === 1)).toBe(true);
    expect(
      await database.query("SELECT status, attempts, COUNT(*) AS n FROM notify_task GROUP BY status, attempts"),
    ).toEqual([{ status: 2, attempts: 1, n: 2500 }]);
  });
});

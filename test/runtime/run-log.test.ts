import { beforeAll, beforeEach, expect, test } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { madeQueue } from "./made-queue.js";
import { completed, newJobs, startWorker } from "./work.js";

eachServer((server) => {
  const database = freshDatabase(server);
  const retry = 'retry: { attempts: 2, backoff: { delay: "0ms", jitter: 0 } },';
  const queue = madeQueue(`${retry} worker: { runLog: true },`);
  const windows = madeQueue(
    `${retry} worker: { runLog: true, style: "window", frequency: "1s", maxRunTime: "300ms" },`,
  );
  beforeAll(() => queue.createTables(database));
  beforeEach(() => database.truncate());

  const add = (count: number) => queue.enqueue(database.pool(), newJobs(count));
  const rows = () =>
    database.query<Record<string, unknown>>(
      "SELECT queue, claimed, completed, retried, dead, lost, released, error_message, end_ms - begin_ms AS ms, ABS(CAST(end_ms AS SIGNED) - UNIX_TIMESTAMP() * 1000) < 10000 AS now FROM queuegen_run_log ORDER BY id",
    );

  test("a worker that stops leaves a row with what it did, its time and its last error", async () => {
    await add(3);
    const worker = startWorker(database, queue, (job) => {
      if (job.user_id === 0) throw new Error("no such user");
    });
    await Promise.all([completed(worker, 2), worker.next("jobDead")]);
    await worker.close();
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ queue: "notify", claimed: 4, completed: 2, retried: 1, dead: 1, lost: 0, released: 0 });
    expect(row).toMatchObject({ error_message: "no such user", now: 1 });
    expect(Number(row?.ms)).toBeGreaterThan(0);
  });

  test("a worker that had nothing to do leaves none", async () => {
    const worker = startWorker(database, queue, () => undefined);
    await worker.next("beforeSleep");
    await worker.close();
    expect(await rows()).toEqual([]);
  });

  test("once is a round", async () => {
    await add(1);
    const worker = startWorker(database, queue, () => undefined, { once: true });
    await worker.ended;
    expect(await rows()).toMatchObject([{ claimed: 1, completed: 1 }]);
  });

  test("each window is a round", async () => {
    const worker = startWorker(database, windows, () => undefined);
    for (let round = 0; round < 2; round++) {
      await worker.next("shiftStart");
      await add(1);
      await worker.next("shiftEnd");
    }
    await worker.close();
    expect(await rows()).toMatchObject([
      { claimed: 1, completed: 1 },
      { claimed: 1, completed: 1 },
    ]);
  });
});

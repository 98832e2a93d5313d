import type { Health } from "@queuegen/runtime";
import { createPool } from "mysql2/promise";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { startProxy } from "../services/proxy.js";
import { madeQueue } from "./made-queue.js";
import { completed, newJobs, type RunningWorker, startWorker } from "./work.js";

eachServer((server) => {
  const database = freshDatabase(server);
  const queue = madeQueue('claim: { lease: "5s" },');
  beforeAll(() => queue.createTables(database));
  beforeEach(() => database.truncate());

  const add = (count: number) => queue.enqueue(database.pool(), newJobs(count));
  const limits = { silence: "2s", lag: "300ms" } as const;

  /** Resolves with the first verdict that is unhealthy, and after how many ms it came. */
  async function untilUnhealthy(worker: RunningWorker): Promise<{ readonly health: Health; readonly after: number }> {
    const began = performance.now();
    let health = worker.health(limits);
    await expect
      .poll(
        () => {
          health = worker.health(limits);
          return health.healthy;
        },
        { timeout: 10_000, interval: 50 },
      )
      .toBe(false);
    return { health, after: performance.now() - began };
  }

  /** Healthy at every look for so many ms. */
  async function staysHealthy(worker: RunningWorker, ms: number): Promise<void> {
    for (const end = performance.now() + ms; performance.now() < end; ) {
      expect(worker.health(limits)).toMatchObject({ healthy: true, problems: [], connected: true });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  test("a worker with an empty queue is healthy, and stays so while it is paused", async () => {
    const worker = startWorker(database, queue, () => undefined);
    await worker.next("beforeSleep");
    await staysHealthy(worker, 2_500);
    await database.query("INSERT INTO queuegen_control (queue, paused) VALUES ('notify', 1)");
    await worker.next("paused");
    await staysHealthy(worker, 3_000);
    expect(worker.health().queues).toMatchObject([{ queue: "notify", consuming: true, paused: true, claims: 0 }]);
    await worker.close();
    expect(worker.health()).toMatchObject({ healthy: true, state: "stopped", connected: false, lastPoll: null });
  });

  test("claims in flight, running handlers and the oldest of them; full of long handlers is healthy", async () => {
    await add(3);
    const open: (() => void)[] = [];
    const worker = startWorker(database, queue, () => new Promise<void>((resolve) => open.push(resolve)), {
      concurrency: 2,
    });
    await expect.poll(() => open.length).toBe(2);
    await staysHealthy(worker, 2_500);
    const health = worker.health();
    expect(health).toMatchObject({ state: "running", running: 2, oldestHandler: { queue: "notify", id: "1" } });
    expect(health.claims).toBeGreaterThanOrEqual(2);
    expect(health.oldestHandler?.ms).toBeGreaterThan(2_400);
    expect(health.lastPoll).toBeLessThan(2_000);
    const done = completed(worker, 3);
    for (const end of open) end();
    await expect.poll(() => open.length).toBe(3);
    open[2]?.();
    await done;
    expect(worker.health()).toMatchObject({ running: 0, claims: 0, oldestHandler: null });
    await worker.close();
  });

  test("it is unhealthy within the time when the server does not answer any more, and healthy again afterwards", async () => {
    const proxy = await startProxy(database.url);
    const pool = createPool({ uri: proxy.url, connectionLimit: 5, connectTimeout: 1_000 });
    const worker = startWorker(database, queue, () => undefined, { db: pool });
    await worker.next("beforeSleep");
    proxy.stall();
    const { health, after } = await untilUnhealthy(worker);
    expect(after).toBeLessThan(3_000);
    expect(health.problems).toMatchObject([{ kind: expect.stringMatching(/database|stuck/) }]);
    expect(health.lastPoll).toBeGreaterThan(2_000);
    proxy.resume();
    await expect.poll(() => worker.health(limits).healthy, { timeout: 10_000 }).toBe(true);
    await worker.close();
    await pool.end();
    await proxy.close();
  });

  test("it is unhealthy within the time when there is no connection to be had, and names the database", async () => {
    const proxy = await startProxy(database.url);
    const pool = createPool({ uri: proxy.url, connectionLimit: 5, connectTimeout: 1_000 });
    const worker = startWorker(database, queue, () => undefined, { db: pool });
    await worker.next("beforeSleep");
    await proxy.close();
    const { health, after } = await untilUnhealthy(worker);
    expect(after).toBeLessThan(3_000);
    expect(health).toMatchObject({ connected: false, problems: [{ kind: "database" }] });
    await worker.close();
    await pool.end();
  });

  test("a worker that waits for the database since its start is unhealthy after the time", async () => {
    const pool = createPool({ uri: "mysql://root@127.0.0.1:1/nothing", connectionLimit: 3 });
    const worker = startWorker(database, queue, () => undefined, { db: pool });
    expect(worker.health(limits)).toMatchObject({ healthy: true, state: "connecting", connected: false });
    const { health } = await untilUnhealthy(worker);
    expect(health.problems).toMatchObject([{ kind: "database" }]);
    await worker.close();
    await pool.end();
  });

  test("it is unhealthy when its claim loop hangs in a lock, and says that it is connected", async () => {
    await add(1);
    const holder = await database.pool().getConnection();
    await holder.beginTransaction();
    await holder.query("SELECT id FROM notify_task WHERE id = 1 FOR UPDATE");
    const worker = startWorker(database, queue, () => undefined);
    const { health } = await untilUnhealthy(worker);
    expect(health).toMatchObject({ connected: true, problems: [{ kind: "stuck" }] });
    const done = completed(worker, 1);
    await holder.rollback();
    holder.release();
    await done;
    expect(worker.health(limits).healthy).toBe(true);
    await worker.close();
  });

  test("a handler that blocks the event loop is seen by whoever asks next", async () => {
    await add(1);
    const worker = startWorker(database, queue, () => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
    });
    await completed(worker, 1);
    expect(worker.health(limits)).toMatchObject({ healthy: false, problems: [{ kind: "eventLoop" }] });
    expect(worker.health().healthy).toBe(true);
    await worker.close();
  });
});

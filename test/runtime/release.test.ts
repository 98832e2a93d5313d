import { release } from "@queuegen/runtime";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { madeQueue } from "./made-queue.js";
import { openSource } from "./sources.js";
import { completed, newJobs, startWorker } from "./work.js";

eachServer((server) => {
  const database = freshDatabase(server);
  const queue = madeQueue('retry: { attempts: 2, backoff: { delay: "0ms", jitter: 0 } }, claim: { lease: "5s" },');
  beforeAll(() => queue.createTables(database));
  beforeEach(() => database.truncate());

  const add = (count: number) => queue.enqueue(database.pool(), newJobs(count));
  const row = async () =>
    (
      await database.query<{ status: number; attempts: number; wait: number; error_message: string | null }>(
        "SELECT status, attempts, CAST(run_at AS SIGNED) - UNIX_TIMESTAMP() * 1000 AS wait, error_message FROM notify_task",
      )
    )[0]!;

  test.each([
    ["returned as a value", () => release("1h")],
    ["said to the context", (ctx: { release: typeof release }) => void ctx.release("1h")],
    ["returned from the context", (ctx: { release: typeof release }) => ctx.release("1h")],
  ])("a released job, %s, waits, and its attempt is not counted", async (_how, handler) => {
    await add(1);
    const worker = startWorker(database, queue, (_job, ctx) => handler(ctx));
    expect(await worker.next("released")).toEqual({ queue: "notify", count: 1, delay: 3_600_000 });
    await worker.close();
    const { status, attempts, wait, error_message } = await row();
    expect({ status, attempts, error_message }).toEqual({ status: 5, attempts: 0, error_message: null });
    expect(wait).toBeGreaterThan(3_500_000);
  });

  test("a job may be released more often than it has attempts, and each is its first", async () => {
    await add(1);
    const attempts: number[] = [];
    const worker = startWorker(database, queue, async (_job, ctx) => {
      attempts.push(ctx.attempt);
      return attempts.length < 4 ? release() : undefined;
    });
    worker.on("released", () => void database.query("UPDATE notify_task SET run_at = 1 WHERE status = 5"));
    await completed(worker, 1);
    await worker.close();
    expect(attempts).toEqual([1, 1, 1, 1]);
    expect(await row()).toMatchObject({ status: 2, attempts: 1 });
  });

  test("an attempt that fails counts as before, whatever was released in between", async () => {
    await add(1);
    let calls = 0;
    const worker = startWorker(database, queue, () => {
      if (++calls === 2) return release();
      throw new Error(`call ${calls}`);
    });
    worker.on("released", () => void database.query("UPDATE notify_task SET run_at = 1 WHERE status = 5"));
    expect(await worker.next("jobDead")).toMatchObject({ attempt: 2, error: "call 3" });
    await worker.close();
  });

  test("a handler that throws after it has asked for a release has failed", async () => {
    await add(1);
    const worker = startWorker(database, queue, (_job, ctx) => {
      ctx.release("1h");
      throw new Error("no");
    });
    expect(await worker.next("jobDead")).toMatchObject({ error: "no" });
    await worker.close();
  });

  test("it does not come back sooner than after a second: nothing goes round at full speed", async () => {
    await add(1);
    const at: number[] = [];
    const worker = startWorker(database, queue, () => {
      at.push(performance.now());
      return at.length === 1 ? release(0) : undefined;
    });
    await completed(worker, 1);
    await worker.close();
    expect(at[1]! - at[0]!).toBeGreaterThan(990);
  });

  test("a released job lets fresh ones pass", async () => {
    await add(1);
    const order: string[] = [];
    const worker = startWorker(
      database,
      queue,
      ({ id }) => {
        order.push(id);
        return order.length === 1 ? release() : undefined;
      },
      { concurrency: 1 },
    );
    await worker.next("released");
    await add(3);
    await completed(worker, 4);
    await worker.close();
    expect(order).toEqual(["1", "2", "3", "4", "1"]);
  });

  test("the statement needs the claim's token, and gives nothing back twice", async () => {
    await add(1);
    const open = openSource(database.pool(), queue);
    const [item] = await open.take(1);
    item!.failure = { delay: 0, error: "" };
    await database.query("UPDATE notify_task SET claim_token = 'other'");
    const lost = await open.source.releaseStarted([item!]);
    expect(lost.map(({ why }) => why)).toEqual(["another worker has the job now"]);
    expect(await row()).toMatchObject({ status: 1, attempts: 1 });
    await database.query("UPDATE notify_task SET claim_token = ?", [item!.token]);
    expect(await open.source.releaseStarted([item!])).toEqual([]);
    // As after a reply that was lost: sent again it finds its own work done.
    expect(await open.source.releaseStarted([item!])).toEqual([]);
    expect(await row()).toMatchObject({ status: 5, attempts: 0 });
    open.close();
  });
});

test("a release takes up to a year, and a second at least", () => {
  expect([release().delay, release(0).delay, release("5s").delay]).toEqual([1_000, 1_000, 5_000]);
  expect(() => release("400d")).toThrow("release takes at most 365d, not 400d");
});

import {
  ConfigError,
  createWorker,
  type Handler,
  HandlerTimeoutError,
  type JobContext,
  type Log,
  type WorkerOptions,
} from "@queuegen/runtime";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { NotifyJob } from "../../generated-example/src/queues/generated/notify/table.js";
import { eachServer, freshDatabase } from "../services/database.js";
import { type TestQueue, testQueue } from "./queue.js";
import { completed, newJobs, type RunningWorker, silent, startWorker } from "./work.js";

interface Row {
  readonly status: number;
  readonly attempts: number;
  readonly error_message: string | null;
}

/** A promise and what settles it. */
function gate(): { readonly open: () => void; readonly opened: Promise<void> } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function onAbort(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(signal.reason)));
}

eachServer((server) => {
  const database = freshDatabase(server);
  const limited = testQueue({ timeout: 300, attempts: 2 });
  beforeAll(() => limited.createTables(database));
  beforeEach(() => database.truncate());
  const workers: RunningWorker[] = [];
  // One that a failed test has left would take the jobs of the next.
  afterEach(() => {
    for (const worker of workers.splice(0)) worker.abort();
  });
  const start = (queue: TestQueue, handler: Handler<NotifyJob>, options: Partial<WorkerOptions> = {}) => {
    const worker = startWorker(database, queue, handler, options);
    workers.push(worker);
    return worker;
  };
  const rows = () => database.query<Row>("SELECT status, attempts, error_message FROM notify_task ORDER BY id");
  const enqueue = (count: number) => limited.enqueue(database.pool(), newJobs(count));

  test("at the time-out ctx.signal fires with HandlerTimeoutError, and the attempts that time out use the job up", async () => {
    const [{ id = "" } = {}] = await enqueue(1);
    const reasons: unknown[] = [];
    const began = performance.now();
    const worker = start(limited, async (_job, ctx) => {
      reasons.push(await onAbort(ctx.signal));
      throw new Error("what it throws then counts for nothing");
    });
    const dead = await worker.next("jobDead");
    expect(performance.now() - began).toBeGreaterThanOrEqual(2 * 300);
    expect(dead.thrown).toBeInstanceOf(HandlerTimeoutError);
    expect(reasons).toEqual([
      expect.objectContaining({ name: "HandlerTimeoutError", queue: "notify", id, timeout: 300 }),
      expect.objectContaining({ name: "HandlerTimeoutError" }),
    ]);
    expect(await rows()).toEqual([
      { status: 3, attempts: 2, error_message: `queue notify, job ${id}: the handler timed out after 0.3 s` },
    ]);
    await worker.close();
  });

  test("a handler that is quicker than its time-out is not disturbed, however many there are", async () => {
    await enqueue(3_000);
    const signals: AbortSignal[] = [];
    const worker = start(limited, (_job, ctx) => {
      if (signals.length < 100) signals.push(ctx.signal);
    });
    const told: unknown[] = [];
    worker.on("timedOut", (event) => told.push(event));
    await completed(worker, 3_000);
    // The limits of all have passed by now, had they been kept.
    await pause(400);
    expect(told).toEqual([]);
    expect(signals.some(({ aborted }) => aborted)).toBe(false);
    await worker.close();
  });

  test("jobs that time out leave their neighbours alone", async () => {
    await enqueue(40);
    const worker = start(
      testQueue({ timeout: 300, attempts: 1 }),
      async (job, ctx) => {
        if (job.user_id % 4 === 0) await onAbort(ctx.signal);
      },
      { concurrency: 40 },
    );
    let dead = 0;
    await Promise.all([completed(worker, 30), worker.next("jobDead", () => ++dead === 10)]);
    expect((await rows()).filter(({ status }) => status === 2)).toHaveLength(30);
    await worker.close();
  });

  test("a handler that ignores the signal: its job goes on without it, its slot it keeps until it ends, and both are told", async () => {
    const [{ id: hung = "" } = {}] = await enqueue(1);
    const { open, opened } = gate();
    const logged: string[] = [];
    const log: Log = { ...silent, error: (_fields: string | object, text?: string) => logged.push(text ?? "") };
    const seen: string[] = [];
    const worker = start(
      limited,
      async (job, ctx) => {
        seen.push(`${job.id} ${ctx.attempt}`);
        if (job.id !== hung || ctx.attempt !== 1) return;
        await opened;
        // Far too late: the other attempt has completed it.
        await expect(ctx.heartbeat()).rejects.toThrow(HandlerTimeoutError);
        await expect(ctx.transaction(async () => {})).rejects.toThrow(HandlerTimeoutError);
      },
      { concurrency: 2, log },
    );
    const done = completed(worker, 1);
    expect(await worker.next("hanging")).toMatchObject({ queue: "notify", id: hung, attempt: 1, hanging: 1 });
    await done;
    expect(logged).toContain(
      "the handler goes on after its time-out and keeps its slot: give ctx.signal to what it waits for",
    );
    // One slot is left for two jobs.
    const both = completed(worker, 2);
    await enqueue(2);
    await both;
    const ended = worker.next("hangingEnded");
    open();
    expect(await ended).toMatchObject({ id: hung, attempt: 1, hanging: 0 });
    expect(await rows()).toEqual(Array(3).fill({ status: 2, attempts: expect.any(Number), error_message: null }));
    expect(seen.filter((entry) => entry.startsWith(`${hung} `))).toEqual([`${hung} 1`, `${hung} 2`]);
    await worker.close();
  });

  test("a stop does not wait for a handler that hangs", async () => {
    await enqueue(1);
    const worker = start(testQueue({ timeout: 300, attempts: 1 }), () => new Promise<void>(() => {}));
    await worker.next("timedOut");
    expect(await worker.close()).toBe("stopped");
    expect(await rows()).toMatchObject([{ status: 3 }]);
  });

  test("a transaction that outlives the time-out is rolled back", async () => {
    await enqueue(1);
    const contexts: JobContext[] = [];
    const worker = start(testQueue({ timeout: 300, attempts: 1 }), async (_job, ctx) => {
      contexts.push(ctx);
      await ctx.transaction(async (trx) => {
        await trx.query("INSERT INTO queuegen_control (queue) VALUES ('effect')");
        await onAbort(ctx.signal);
      });
    });
    await worker.next("jobDead");
    await worker.close();
    expect(await rows()).toMatchObject([{ status: 3, attempts: 1 }]);
    expect(await database.query("SELECT * FROM queuegen_control")).toEqual([]);
  });

  test("a time-out may be longer than the lease: heartbeats keep the claim", async () => {
    const patient = testQueue({ lease: 2_000, heartbeat: 500, timeout: 4_000, attempts: 1 });
    await enqueue(1);
    const worker = start(patient, (_job, ctx) => onAbort(ctx.signal).then(() => {}));
    const lost: unknown[] = [];
    worker.on("claimLost", (event) => lost.push(event));
    await worker.next("jobDead");
    expect(lost).toEqual([]);
    expect(await rows()).toMatchObject([{ status: 3, error_message: expect.stringContaining("timed out after 4 s") }]);
    await worker.close();
  });

  test("maxJobs: so many attempts, what runs is finished, the rest is given back", async () => {
    await enqueue(500);
    const worker = start(limited, () => pause(10), { maxJobs: 20, concurrency: 5 });
    const reason = worker.next("recycling");
    expect(await worker.ended).toBe("recycle");
    expect(await reason).toEqual({ reason: "maxJobs" });
    const counts = await database.query<{ status: number; attempts: number; n: number }>(
      "SELECT status, attempts, COUNT(*) AS n FROM notify_task GROUP BY status, attempts ORDER BY status",
    );
    expect(counts.map(({ status, attempts }) => [status, attempts])).toEqual([
      [0, 0],
      [2, 1],
    ]);
    expect(counts[1]?.n).toBeGreaterThanOrEqual(20);
  });

  test("maxAge: after that time, or up to a tenth earlier, whatever there is to do", async () => {
    const began = performance.now();
    const worker = start(limited, () => {}, { maxAge: "1s" });
    expect(await worker.ended).toBe("recycle");
    expect(performance.now() - began).toBeGreaterThanOrEqual(900);
  });

  test("maxRss: a process that grows past it ends, and says how large it was", async () => {
    const limit = process.memoryUsage.rss() + 150 * 2 ** 20;
    const ballast: Buffer[] = [];
    const worker = start(limited, () => void ballast.push(Buffer.alloc(200 * 2 ** 20, 1)), {
      maxRss: limit,
    });
    const exceeded = worker.next("memoryExceeded");
    await enqueue(1);
    expect(await worker.ended).toBe("recycle");
    const { rss } = await exceeded;
    expect(rss).toBeGreaterThan(limit);
    expect(ballast).toHaveLength(1);
    expect(await rows()).toMatchObject([{ status: 2 }]);
  });

  test("maxRss below what the process takes at its start is refused: it would begin anew for ever", async () => {
    const worker = createWorker(limited.registry, {
      db: database.pool(),
      log: silent,
      handlers: { notify: () => {} },
      maxRss: "1MB",
    });
    await expect(worker.run()).rejects.toThrow(ConfigError);
    await expect(worker.run()).rejects.toThrow(
      /^`maxRss` is 1 MB, and this process takes \d+ MB before its first job$/,
    );
  });

  test("maxHanging: so many handlers that go on after their time-out", async () => {
    await enqueue(3);
    const worker = start(limited, () => new Promise<void>(() => {}), { maxHanging: 2 });
    const reason = worker.next("recycling");
    expect(await worker.ended).toBe("recycle");
    expect(await reason).toEqual({ reason: "maxHanging" });
  });

  test.each([
    [{ maxRss: "much" }, "`maxRss`: not a size: much"],
    [{ maxJobs: 0 }, "`maxJobs` takes a whole number above 0, not 0"],
    [{ maxAge: "old" }, "`maxAge`: not a duration: old"],
    [{ maxHanging: 1.5 }, "`maxHanging` takes a whole number above 0, not 1.5"],
  ])("a worker with %o is refused", (mistake, message) => {
    const options = { db: database.pool(), handlers: { notify: () => {} }, ...mistake } as never;
    expect(() => createWorker(limited.registry, options)).toThrow(ConfigError);
    expect(() => createWorker(limited.registry, options)).toThrow(message);
  });
});

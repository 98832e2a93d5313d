import { ClaimLostError, ConfigError, createWorker, dead, retryAfter } from "@queuegen/runtime";
import { Kysely, MysqlDialect } from "kysely";
import { createPool } from "mysql2";
import type { PoolConnection } from "mysql2/promise";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { testQueue } from "./queue.js";
import { waitFor } from "./sources.js";
import { completed, newJobs, silent, startWorker } from "./work.js";

eachServer((server) => {
  const database = freshDatabase(server);
  const queue = testQueue({ attempts: 3 });
  beforeAll(async () => {
    await queue.createTables(database);
    await database.query("CREATE TABLE effect (id bigint unsigned PRIMARY KEY, n int NOT NULL)");
  });
  beforeEach(() => database.truncate());

  const add = (count: number) => queue.enqueue(database.pool(), newJobs(count));
  const states = () =>
    database.query<{ status: number; attempts: number; error_message: string | null }>(
      "SELECT status, attempts, error_message FROM notify_task ORDER BY id",
    );

  /** A promise and the function that resolves it. */
  function gate(): { readonly opened: Promise<void>; open(): void } {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { opened, open };
  }

  test("an attempt that throws is tried again, and done when it succeeds", async () => {
    await add(1);
    const attempts: number[] = [];
    const worker = startWorker(database, queue, async (_job, ctx) => {
      attempts.push(ctx.attempt);
      if (ctx.attempt < 3) throw new Error(`not yet ${ctx.attempt}`);
    });
    await completed(worker, 1);
    await worker.close();
    expect(attempts).toEqual([1, 2, 3]);
    expect(await states()).toEqual([{ status: 2, attempts: 3, error_message: null }]);
  });

  test("a job whose attempts are used up is dead with the last error", async () => {
    await add(1);
    const worker = startWorker(database, queue, (_job, ctx) => {
      throw new Error(`broken ${ctx.attempt}`);
    });
    expect(await worker.next("jobDead")).toMatchObject({ attempt: 3, error: "broken 3" });
    await worker.close();
    expect(await states()).toEqual([{ status: 3, attempts: 3, error_message: "broken 3" }]);
  });

  test("outcomes as values: dead at once, or again after a time of the handler's choice", async () => {
    await add(2);
    const worker = startWorker(database, queue, (job) => (job.user_id === 0 ? dead("no such user") : retryAfter("1h")));
    await Promise.all([worker.next("jobDead"), worker.next("retried")]);
    await worker.close();
    expect((await states()).map(({ status, error_message }) => [status, error_message])).toEqual([
      [3, "no such user"],
      [5, "retryAfter"],
    ]);
  });

  test("an error text that no column holds is cut, and the outcome is stored", async () => {
    await add(1);
    const worker = startWorker(database, queue, () => {
      throw new Error(`${"\u{1f600}".repeat(600)}\ud800`);
    });
    await worker.next("jobDead");
    await worker.close();
    expect([...(await states())[0]!.error_message!]).toHaveLength(500);
  });

  test("a payload that does not decode is dead at once, its neighbours are handled", async () => {
    await add(2);
    await database.query("UPDATE notify_task SET user_id = 9007199254740993 ORDER BY id LIMIT 1");
    const worker = startWorker(database, queue, async () => {});
    await Promise.all([worker.next("jobDead"), completed(worker, 1)]);
    await worker.close();
    expect((await states()).map(({ status }) => status)).toEqual([3, 2]);
  });

  test("a handler that outlives its lease keeps its claim by heartbeats", async () => {
    const short = testQueue({ lease: 2_000, heartbeat: 300 });
    await add(1);
    const worker = startWorker(database, short, () => waitFor(3_500));
    await completed(worker, 1);
    await worker.close();
    expect(await states()).toMatchObject([{ status: 2, attempts: 1 }]);
  });

  test("a claim that went to somebody else aborts the handler with ClaimLostError and changes nothing", async () => {
    const short = testQueue({ lease: 5_000, heartbeat: 100 });
    await add(1);
    const started = gate();
    let reason: unknown;
    const worker = startWorker(database, short, async (_job, ctx) => {
      started.open();
      await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
      reason = ctx.signal.reason;
    });
    await started.opened;
    await database.query("UPDATE notify_task SET claim_token = 'other', worker_id = 'other', start_time = 7");
    expect((await worker.next("claimLost")).error).toBeInstanceOf(ClaimLostError);
    await worker.close();
    expect(reason).toBeInstanceOf(ClaimLostError);
    expect(await database.query("SELECT status, claim_token, start_time FROM notify_task")).toEqual([
      { status: 1, claim_token: "other", start_time: 7 },
    ]);
  });

  test("ctx.heartbeat rejects once the claim is gone", async () => {
    await add(1);
    let error: unknown;
    const worker = startWorker(database, queue, async (_job, ctx) => {
      await ctx.heartbeat();
      await database.query("UPDATE notify_task SET claim_token = 'other'");
      error = await ctx.heartbeat().catch((reason: unknown) => reason);
    });
    await worker.next("claimLost");
    await worker.close();
    expect(error).toBeInstanceOf(ClaimLostError);
  });

  test("ctx.transaction commits the effect and the completion together", async () => {
    await add(1);
    const worker = startWorker(database, queue, async (job, { transaction }) => {
      await transaction(async (trx) => {
        await trx.query("INSERT INTO effect VALUES (?, 1)", [job.id]);
        expect(await states()).toMatchObject([{ status: 1 }]);
        expect(await database.query("SELECT * FROM effect")).toEqual([]);
      });
      expect(await states()).toMatchObject([{ status: 2 }]);
    });
    await completed(worker, 1);
    await worker.close();
    expect(await database.query("SELECT n FROM effect")).toEqual([{ n: 1 }]);
  });

  test("ctx.transaction rolls the effect back where the claim is gone", async () => {
    await add(1);
    const worker = startWorker(database, queue, async (job, ctx) => {
      await ctx.transaction(async (trx) => {
        await trx.query("INSERT INTO effect VALUES (?, 1)", [job.id]);
        await database.query("UPDATE notify_task SET claim_token = 'other'");
      });
    });
    expect((await worker.next("claimLost")).error).toBeInstanceOf(ClaimLostError);
    await worker.close();
    expect(await database.query("SELECT n FROM effect")).toEqual([]);
    expect(await database.query("SELECT status, claim_token FROM notify_task")).toEqual([
      { status: 1, claim_token: "other" },
    ]);
  });

  test("an error inside ctx.transaction is a failed attempt without an effect", async () => {
    await add(1);
    const worker = startWorker(database, queue, async (job, ctx) => {
      await ctx.transaction(async (trx) => {
        await trx.query("INSERT INTO effect VALUES (?, 1)", [job.id]);
        if (ctx.attempt === 1) throw new Error("first");
      });
    });
    await completed(worker, 1);
    await worker.close();
    expect(await states()).toMatchObject([{ status: 2, attempts: 2 }]);
    expect(await database.query("SELECT n FROM effect")).toEqual([{ n: 1 }]);
  });

  test("a deadlock inside ctx.transaction is repeated and not seen by the handler", async () => {
    await add(1);
    await database.query("INSERT INTO effect VALUES (1, 0), (2, 0)");
    const pool = database.pool();
    const rival = await pool.getConnection();
    let runs = 0;
    const worker = startWorker(database, queue, async (_job, ctx) => {
      await ctx.transaction(async (trx) => {
        runs++;
        await trx.query("UPDATE effect SET n = n + 1 WHERE id = 1");
        if (runs > 1) return;
        await provokeDeadlock(rival, () => trx.query("UPDATE effect SET n = n + 1 WHERE id = 2"));
      });
    });
    await completed(worker, 1);
    await worker.close();
    await rival.query("ROLLBACK");
    rival.release();
    expect(runs).toBe(2);
    expect(await states()).toMatchObject([{ status: 2, attempts: 1 }]);
    expect(await database.query("SELECT n FROM effect WHERE id = 1")).toEqual([{ n: 1 }]);
  });

  test("ctx.transaction runs on a Kysely transaction where the worker has one", async () => {
    await add(1);
    const core = createPool({ uri: database.url, connectionLimit: 2 });
    const kysely = new Kysely<{ effect: { id: string; n: number } }>({ dialect: new MysqlDialect({ pool: core }) });
    const worker = createWorker(queue.registry, {
      db: database.pool({ connectionLimit: 5 }),
      kysely,
      log: silent,
      handlers: {
        notify: async (job, ctx) => {
          await ctx.transaction((trx) => trx.insertInto("effect").values({ id: job.id, n: 1 }).execute());
        },
      },
    });
    const done = new Promise((resolve) => worker.on("completed", resolve));
    const ended = worker.run();
    await done;
    worker.stop();
    await ended;
    await kysely.destroy();
    expect(await states()).toMatchObject([{ status: 2 }]);
    expect(await database.query("SELECT n FROM effect")).toEqual([{ n: 1 }]);
  });

  test("a heartbeat goes on for the others while one job's transaction holds its row", async () => {
    const short = testQueue({ lease: 5_000, heartbeat: 200 });
    await add(2);
    const locked = gate();
    const release = gate();
    const worker = startWorker(database, short, async (job, ctx) => {
      if (job.user_id === 1) return release.opened;
      await ctx.transaction(async (trx) => {
        await trx.query("UPDATE notify_task SET channel = 'x' WHERE id = ?", [job.id]);
        locked.open();
        await release.opened;
      });
    });
    await locked.opened;
    await database.query("SELECT 1");
    const before = await database.query<{ claim_time: number }>("SELECT claim_time FROM notify_task WHERE id = 2");
    const renewed = async () =>
      (await database.query<{ claim_time: number }>("SELECT claim_time FROM notify_task WHERE id = 2"))[0]!.claim_time;
    while ((await renewed()) < before[0]!.claim_time + 3) await waitFor(50);
    release.open();
    await completed(worker, 2);
    await worker.close();
    expect((await states()).map(({ status }) => status)).toEqual([2, 2]);
  });

  test("a stop lets running handlers finish and gives back at once what has not started", async () => {
    await add(30);
    const started = gate();
    const finish = gate();
    const narrow = testQueue({ concurrency: 2 });
    const worker = startWorker(database, narrow, async () => {
      started.open();
      await finish.opened;
    });
    await started.opened;
    const stopping = worker.next("stopping");
    worker.stop();
    const { running } = await stopping;
    expect(running).toBe(2);
    expect((await states()).filter(({ status }) => status === 1)).toHaveLength(2);
    finish.open();
    expect(await worker.ended).toBe("stopped");
    const after = await states();
    expect(after.filter(({ status }) => status === 2)).toHaveLength(2);
    expect(after.filter(({ status, attempts }) => status === 0 && attempts === 0)).toHaveLength(28);
  });

  test("jobs that wait behind handlers that hang go to another worker", async () => {
    const impatient = testQueue({ concurrency: 2, lease: 5_000, heartbeat: 300 });
    await add(30);
    const full = gate();
    const finish = gate();
    let hanging = 0;
    // Its first jobs are over at once, so that it reads ahead.
    const stuck = startWorker(database, impatient, async ({ id }) => {
      if (Number(id) <= 10) return;
      if (++hanging === 2) full.open();
      await finish.opened;
    });
    const overdue = stuck.next("overdue");
    const released = stuck.next("released");
    await full.opened;
    expect(await overdue).toMatchObject({ running: 2 });
    await released;
    const other = startWorker(database, impatient, () => {});
    await completed(other, 18);
    finish.open();
    await completed(stuck, 2);
    expect(await other.close()).toBe("stopped");
    await stuck.close();
    expect((await states()).map(({ status, attempts }) => [status, attempts])).toEqual(Array(30).fill([2, 1]));
  });

  test("an abort fires every signal and does not wait for handlers that ignore it", async () => {
    await add(2);
    const both = gate();
    let started = 0;
    const reasons: unknown[] = [];
    const worker = startWorker(database, queue, async (_job, ctx) => {
      ctx.signal.addEventListener("abort", () => reasons.push(ctx.signal.reason));
      if (++started === 2) both.open();
      await new Promise(() => {});
    });
    await both.opened;
    const reason = new Error("now");
    worker.abort(reason);
    await worker.ended;
    expect(reasons).toEqual([reason, reason]);
  });

  test("a pause stops claims within two seconds, and its end starts them again", async () => {
    const worker = startWorker(database, queue, async () => {});
    await worker.next("beforeSleep");
    await database.query("INSERT INTO queuegen_control (queue, paused) VALUES ('notify', 1)");
    const begin = performance.now();
    await worker.next("paused");
    expect(performance.now() - begin).toBeLessThan(2_000);
    await add(1);
    await database.query("UPDATE queuegen_control SET paused = 0");
    await completed(worker, 1);
    expect(performance.now() - begin).toBeLessThan(5_000);
    await worker.close();
  });

  test("a change of concurrency takes effect without a restart", async () => {
    const narrow = testQueue({ concurrency: 1 });
    await add(6);
    let running = 0;
    const four = gate();
    const worker = startWorker(database, narrow, async () => {
      if (++running === 4) four.open();
      await four.opened;
    });
    await worker.next("claimed");
    await database.query("INSERT INTO queuegen_control (queue, concurrency) VALUES ('notify', 4)");
    await four.opened;
    await completed(worker, 6);
    await worker.close();
  });

  test("a restart mark ends the worker, the mark of an earlier restart does not", async () => {
    await database.query("INSERT INTO queuegen_control (queue, restart_at) VALUES ('notify', 1000)");
    const worker = startWorker(database, queue, async () => {});
    await add(1);
    await completed(worker, 1);
    await database.query("UPDATE queuegen_control SET restart_at = 2000");
    expect(await worker.ended).toBe("restart");
  });

  test("once: one claim is handled, then the worker ends", async () => {
    await add(3);
    const worker = startWorker(database, queue, async () => {}, { once: true });
    expect(await worker.ended).toBe("once");
    expect((await states()).map(({ status }) => status)).toEqual([2, 2, 2]);
    expect(await startWorker(database, queue, async () => {}, { once: true }).ended).toBe("once");
  });

  test("a run time that is over ends the worker as a stop does", async () => {
    const worker = startWorker(database, queue, async () => {}, { maxRunTime: "100ms" });
    expect(await worker.ended).toBe("window");
  });

  test("style window consumes in windows until it is stopped", async () => {
    const windows = testQueue({ style: "window", maxRunTime: 100, frequency: 300 });
    const worker = startWorker(database, windows, async () => {});
    for (let i = 0; i < 2; i++) {
      const done = completed(worker, 1);
      await add(1);
      await done;
      await waitFor(200);
    }
    await worker.close();
    expect((await states()).map(({ status }) => status)).toEqual([2, 2]);
  });

  test("runType auto: one process consumes, and another goes on when it stops", async () => {
    const auto = testQueue({ runType: "auto" });
    const names: string[] = [];
    const first = startWorker(database, auto, async () => void names.push("first"));
    await add(1);
    await completed(first, 1);
    const second = startWorker(database, auto, async () => void names.push("second"));
    await second.next("workerStart");
    await add(20);
    await completed(first, 20);
    expect(names).toHaveLength(21);
    expect(names).not.toContain("second");
    await Promise.all([first.close(), second.close()]);
  });

  test("a worker takes back what a dead one held", async () => {
    const short = testQueue({ heartbeat: 100 });
    await add(3);
    await database.query(
      "UPDATE notify_task SET status = 1, claim_token = 'dead', claim_time = UNIX_TIMESTAMP() - 31, attempts = 1",
    );
    const worker = startWorker(database, short, async () => {});
    expect(await worker.next("reclaimed")).toMatchObject({
      count: 3,
      ids: [expect.any(String), expect.any(String), expect.any(String)],
    });
    await completed(worker, 3);
    await worker.close();
  });

  test("what the process that reclaims leaves lying is taken back by another", async () => {
    const short = testQueue({ heartbeat: 100 });
    await add(1);
    await database.query(
      "UPDATE notify_task SET status = 1, claim_token = 'dead', claim_time = UNIX_TIMESTAMP() - 31, attempts = 1",
    );
    await database.query(
      "INSERT INTO queuegen_lease (name, holder, until_ms) VALUES ('maintain:notify', 'a dead one', 32503680000000)",
    );
    const worker = startWorker(database, short, async () => {});
    expect(await worker.next("reclaimed")).toMatchObject({ count: 1 });
    await completed(worker, 1);
    await worker.close();
  });

  test("connections that are killed again and again cost no job and no attempt", async () => {
    const short = testQueue({ batch: 20, concurrency: 20, lease: 5_000, heartbeat: 200, attempts: 3 });
    await add(600);
    const seen = new Map<string, number>();
    const worker = startWorker(database, short, async (job) => {
      seen.set(job.id, (seen.get(job.id) ?? 0) + 1);
      await waitFor(2);
    });
    const all = completed(worker, 600);
    let over = false;
    void all.then(() => {
      over = true;
    });
    while (!over) {
      const mine = await database.query<{ Id: number }>(
        "SELECT id AS Id FROM information_schema.processlist WHERE db = ? AND id <> CONNECTION_ID() ORDER BY RAND() LIMIT 1",
        [database.name],
      );
      for (const { Id } of mine) await database.query(`KILL CONNECTION ${Id}`).catch(() => {});
      await Promise.race([all, waitFor(60)]);
    }
    await worker.close();
    expect(seen.size).toBe(600);
    expect((await states()).every(({ status, attempts }) => status === 2 && attempts <= 2)).toBe(true);
  });

  test("an enqueue in the same process is picked up without waiting for a poll", async () => {
    const worker = startWorker(database, queue, async () => {});
    await worker.next("beforeSleep", ({ ms }) => ms > 150);
    const latencies: number[] = [];
    for (let i = 0; i < 10; i++) {
      const asleep = worker.next("beforeSleep", ({ ms }) => ms > 150);
      const done = worker.next("claimed");
      const begin = performance.now();
      await add(1);
      await done;
      latencies.push(performance.now() - begin);
      await asleep;
    }
    expect(latencies.sort((a, b) => a - b)[5]).toBeLessThan(100);
    await worker.close();
  });

  test("a worker that sleeps wakes for the next job that falls due", async () => {
    const worker = startWorker(database, queue, () => {});
    const longest = await worker.next("beforeSleep", ({ ms }) => ms > 200);
    expect(longest.ms).toBeLessThanOrEqual(240);
    await queue.enqueue(database.pool(), newJobs(1), { delay: "600ms" });
    const done = completed(worker, 1);
    const { ms } = await worker.next("beforeSleep", (nap) => nap.ms < 200);
    expect(ms).toBeGreaterThan(0);
    await done;
    await worker.close();
    expect((await states()).map(({ status }) => status)).toEqual([2]);
  });

  test("a missing support table is named with the command that makes it", async () => {
    const lost = { ...queue, registry: { ...queue.registry, tablePrefix: "nothing_" } };
    const worker = startWorker(database, lost, async () => {});
    await expect(worker.ended).rejects.toThrow(
      "table nothing_control does not exist in this database: run `queuegen migrate up`",
    );
  });

  test("a pool that is too small, and a pool that is none, are refused", () => {
    const handlers = { notify: async () => {} };
    expect(() => createWorker(queue.registry, { db: database.pool({ connectionLimit: 2 }), handlers })).toThrow(
      ConfigError,
    );
    expect(() => createWorker(queue.registry, { db: {} as never, handlers })).toThrow("must be a mysql2 pool");
  });

  test("a wrong password ends the worker with a message that says so", async () => {
    const url = new URL(database.url);
    url.username = "nobody";
    url.password = "wrong";
    const db = createPool({ uri: url.href, connectionLimit: 3 });
    const worker = startWorker(database, queue, async () => {}, { db });
    await expect(worker.ended).rejects.toThrow("the database refuses the connection");
    db.end(() => {});
  });
});

/** The rival holds row 2 and wants row 1, then `mine` wants row 2. The rival is made the heavier one, so that mine is the victim. */
async function provokeDeadlock(rival: PoolConnection, mine: () => Promise<unknown>): Promise<void> {
  await rival.query("START TRANSACTION");
  await rival.query(
    "INSERT INTO effect SELECT 1000 + seq.n, 0 FROM (SELECT 1 AS n UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5) seq",
  );
  await rival.query("UPDATE effect SET n = n + 100 WHERE id = 2");
  const waiting = rival.query("UPDATE effect SET n = n + 100 WHERE id = 1");
  try {
    await mine();
  } finally {
    void waiting.catch(() => {}).then(() => rival.query("ROLLBACK").catch(() => {}));
  }
}

import { ConfigError, createWorker, type Handler, type Once } from "@queuegen/runtime";
import type { MysqlConnection } from "@queuegen/runtime/claim";
import { Kysely, MysqlDialect, type Transaction } from "kysely";
import { createPool } from "mysql2";
import { createPool as createPromisePool } from "mysql2/promise";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { NotifyJob } from "../../generated-example/src/queues/generated/notify/table.js";
import { eachServer, freshDatabase } from "../services/database.js";
import { startProxy } from "../services/proxy.js";
import { madeQueue } from "./made-queue.js";
import { completed, newJobs, type RunningWorker, silent, startWorker } from "./work.js";

const EFFECT = "INSERT INTO effect VALUES (?, 1) ON DUPLICATE KEY UPDATE n = n + 1";

eachServer((server) => {
  const database = freshDatabase(server);
  const queue = madeQueue(
    'once: true, retry: { attempts: 4, backoff: { delay: "0ms", jitter: 0 } }, claim: { lease: "5s" },',
  );
  beforeAll(async () => {
    await queue.createTables(database);
    await database.query("CREATE TABLE effect (id varchar(191) PRIMARY KEY, n int NOT NULL)");
  });
  beforeEach(() => database.truncate());

  const add = (count: number) => queue.enqueue(database.pool(), newJobs(count));
  const effects = () => database.query<{ id: string; n: number }>("SELECT id, n FROM effect ORDER BY id");
  const keys = () =>
    database.query<{ once_key: string; status: number; result: string | null }>(
      "SELECT once_key, status, result FROM queuegen_once ORDER BY once_key",
    );
  const states = () =>
    database.query<{ status: number; attempts: number; error_message: string | null }>(
      "SELECT status, attempts, error_message FROM notify_task ORDER BY id",
    );

  async function run(handler: Handler<NotifyJob>, over: (worker: RunningWorker) => Promise<unknown>): Promise<void> {
    const worker = startWorker(database, queue, handler);
    await over(worker);
    await worker.close();
  }

  test("each job has a uid of its own, written at enqueue", async () => {
    await add(3);
    const uids = (await database.query<{ uid: string }>("SELECT uid FROM notify_task")).map(({ uid }) => uid);
    expect(new Set(uids).size).toBe(3);
    for (const uid of uids) expect(uid).toMatch(/^[0-9a-f]{32}$/);
  });

  test("what an earlier attempt did is not done again, and its result is there", async () => {
    await add(1);
    const results: unknown[] = [];
    await run(
      async (_job, ctx) => {
        const result = await ctx.once("effect", async (trx) => {
          await trx.query(EFFECT, ["effect"]);
          return { attempt: ctx.attempt, left: undefined };
        });
        results.push(result);
        if (ctx.attempt < 3) throw new Error("later");
      },
      (worker) => completed(worker, 1),
    );
    expect(results).toEqual([{ attempt: 1 }, { attempt: 1 }, { attempt: 1 }]);
    expect(await effects()).toEqual([{ id: "effect", n: 1 }]);
    expect(await keys()).toEqual([{ once_key: "effect", status: 2, result: '{"attempt":1}' }]);
  });

  test("without a key it is the job's uid: once a job", async () => {
    await add(2);
    await run(
      async ({ id }, ctx) => {
        await ctx.once((trx) => trx.query(EFFECT, [id]).then(() => undefined));
        if (ctx.attempt === 1) throw new Error("later");
      },
      (worker) => completed(worker, 2),
    );
    expect((await effects()).map(({ n }) => n)).toEqual([1, 1]);
    const uids = (await database.query<{ uid: string }>("SELECT uid FROM notify_task ORDER BY uid")).map(
      (row) => row.uid,
    );
    expect((await keys()).map(({ once_key }) => once_key)).toEqual(uids);
  });

  test("a job that was there before the column has its id for a key", async () => {
    await add(1);
    await database.query("UPDATE notify_task SET uid = ''");
    await run(
      (_job, ctx) => ctx.once(async () => undefined),
      (worker) => completed(worker, 1),
    );
    expect((await keys()).map(({ once_key }) => once_key)).toEqual(["id:1"]);
  });

  test("a function that throws leaves nothing behind: neither its effect nor the key", async () => {
    await add(1);
    await run(
      (_job, ctx) =>
        ctx.once("k", async (trx) => {
          await trx.query(EFFECT, ["k"]);
          throw new Error("no");
        }),
      (worker) => worker.next("jobDead"),
    );
    expect(await effects()).toEqual([]);
    expect(await keys()).toEqual([]);
    expect(await states()).toEqual([{ status: 3, attempts: 4, error_message: "no" }]);
  });

  test("two attempts at once: the earlier one is fenced off by its token, whatever it has done", async () => {
    await add(1);
    const [began, stole] = [signal(), signal()];
    const worker = startWorker(database, queue, async (_job, ctx) => {
      if (ctx.attempt === 1) {
        await ctx.once("k", async (trx) => {
          await trx.query(EFFECT, ["first"]);
          began.fire();
          await stole.fired;
        });
      } else await ctx.once("k", (trx) => trx.query(EFFECT, ["second"]).then(() => undefined));
    });
    await began.fired;
    // The second attempt, as another worker begins it after a reclaim that the first one knows nothing of.
    await database.query("UPDATE queuegen_once SET claim_token = 'other'");
    stole.fire();
    const { thrown } = await worker.next("retried");
    expect(String(thrown)).toContain('another attempt has taken over the key "k" of ctx.once');
    await completed(worker, 1);
    await worker.close();
    expect(await effects()).toEqual([{ id: "second", n: 1 }]);
  });

  test("another job with a key that is at work comes again, and that attempt is not counted", async () => {
    await add(2);
    const [began, open] = [signal(), signal()];
    const worker = startWorker(database, queue, async ({ id }, ctx) => {
      if (id !== "1") await began.fired;
      await ctx.once("shared", async (trx) => {
        began.fire();
        await open.fired;
        await trx.query(EFFECT, ["shared"]);
      });
    });
    expect(await worker.next("released")).toEqual({ queue: "notify", count: 1, delay: 1_000 });
    open.fire();
    await completed(worker, 2);
    await worker.close();
    expect(await effects()).toEqual([{ id: "shared", n: 1 }]);
    expect((await states()).map(({ attempts }) => attempts)).toEqual([1, 1]);
  });

  test("a key that a dead worker of another job has left is free after a lease", async () => {
    await add(1);
    await database.query(
      "INSERT INTO queuegen_once (queue, once_key, status, claim_token, job_id, time_ms) VALUES ('notify', 'k', 1, 'gone', '77', UNIX_TIMESTAMP() * 1000 - 3000)",
    );
    const worker = startWorker(database, queue, (_job, ctx) => ctx.once("k", async () => undefined));
    await worker.next("released");
    await completed(worker, 1);
    await worker.close();
    expect((await states())[0]).toMatchObject({ status: 2, attempts: 1 });
  });

  test("the same key twice at a time in one handler is refused, one after the other is fine", async () => {
    await add(1);
    const seen: string[] = [];
    await run(
      async (_job, ctx) => {
        const outcomes = await Promise.allSettled([ctx.once("k", async () => 1), ctx.once("k", async () => 2)]);
        seen.push(...outcomes.map((one) => (one.status === "fulfilled" ? String(one.value) : String(one.reason))));
        seen.push(String(await ctx.once("k", async () => 3)));
      },
      (worker) => completed(worker, 1),
    );
    expect(seen).toEqual(["1", expect.stringContaining('ctx.once runs the key "k" at this moment'), "1"]);
  });

  test("different keys at a time are fine", async () => {
    await add(1);
    await run(
      async (_job, ctx) => {
        await Promise.all(
          ["a", "b", "c"].map((key) => ctx.once(key, (trx) => trx.query(EFFECT, [key]).then(() => key))),
        );
      },
      (worker) => completed(worker, 1),
    );
    expect(await effects()).toHaveLength(3);
  });

  test("without a transaction, for effects elsewhere: not again once it is marked as done", async () => {
    await add(1);
    let calls = 0;
    await run(
      async (_job, ctx) => {
        await ctx.once("mail", async () => ++calls, { transaction: false });
        if (ctx.attempt === 1) throw new Error("later");
      },
      (worker) => completed(worker, 1),
    );
    expect(calls).toBe(1);
    expect(await keys()).toEqual([{ once_key: "mail", status: 2, result: "1" }]);
  });

  test("a handler that does not await it fails with the reason, and nothing is kept", async () => {
    await add(1);
    await run(
      async (_job, ctx) => {
        void ctx.once("k", async (trx) => {
          await trx.query("DO SLEEP(0.1)");
          await trx.query(EFFECT, ["k"]);
        });
      },
      (worker) => worker.next("jobDead"),
    );
    expect((await states())[0]?.error_message).toBe("the handler ended before its ctx.once: is an await missing?");
    expect(await effects()).toEqual([]);
    expect(await keys()).toEqual([]);
  });

  test("it goes with ctx.transaction: done once each, both committed", async () => {
    await add(1);
    await run(
      async (_job, ctx) => {
        await ctx.once("k", (trx) => trx.query(EFFECT, ["once"]).then(() => undefined));
        await ctx.transaction((trx) => trx.query(EFFECT, ["completion"]));
      },
      (worker) => completed(worker, 1),
    );
    expect(await effects()).toEqual([
      { id: "completion", n: 1 },
      { id: "once", n: 1 },
    ]);
  });

  test.each<[string, (once: Once<MysqlConnection>) => Promise<unknown>, string]>([
    ["an empty key", (once) => once("", async () => 1), "the key is not a text with something in it"],
    ["a key with a space at its end", (once) => once("a ", async () => 1), "the key ends with a space"],
    ["a long key", (once) => once("k".repeat(192), async () => 1), "more than 191 characters"],
    ["no function", (once) => once("k" as never), "ctx.once takes a function"],
    ["a result that JSON bends", (once) => once("k", async () => new Map()), "result is a Map or Set"],
  ])("%s is refused", async (_what, call, message) => {
    await add(1);
    await run(
      async (_job, ctx) => {
        await call(ctx.once);
      },
      (worker) => worker.next("jobDead"),
    );
    expect((await states())[0]?.error_message).toContain(message);
    expect(await keys()).toEqual([]);
  });

  test("texts come back exactly, also where the session's sql_mode takes backslashes as they are", async () => {
    await add(1);
    const text = '\\\' OR 1=1 -- \u{1f600} "quoted" ? :key';
    const results: unknown[] = [];
    await run(
      async (_job, ctx) => {
        results.push(
          await ctx.once("k", async (trx) => {
            await trx.query("SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES'");
            return text;
          }),
        );
        if (ctx.attempt === 1) throw new Error("later");
      },
      (worker) => completed(worker, 1),
    );
    expect(results).toEqual([text, text]);
  });

  test("with Kysely fn gets its transaction, and any text survives", async () => {
    await add(1);
    interface DB {
      effect: { id: string; n: number };
    }
    const kysely = new Kysely<DB>({ dialect: new MysqlDialect({ pool: createPool({ uri: database.url }) }) });
    const text = "? :key 'quoted' \\ \u{1f600} ?";
    const results: unknown[] = [];
    const worker = createWorker<typeof queue.registry.queues, Transaction<DB>>(queue.registry, {
      db: database.pool({ connectionLimit: 5 }),
      kysely,
      log: silent,
      handlers: {
        notify: async (_job, ctx) => {
          const once = ctx.once(text.slice(0, -2), async (trx) => {
            await trx.insertInto("effect").values({ id: text, n: 1 }).execute();
            return text;
          });
          results.push(await once);
          if (ctx.attempt === 1) throw new Error("later");
        },
      },
    });
    worker.on("completed", () => worker.stop());
    await worker.run();
    await kysely.destroy();
    expect(results).toEqual([text, text]);
    expect(await effects()).toEqual([{ id: text, n: 1 }]);
    expect(await keys()).toEqual([{ once_key: text.slice(0, -2), status: 2, result: JSON.stringify(text) }]);
  });

  test("an attempt that froze between mark and commit holds up its own key and nothing else", async () => {
    await add(1);
    const frozen = await database.pool().getConnection();
    await frozen.query(
      "INSERT INTO queuegen_once (queue, once_key, status, claim_token, job_id, time_ms) VALUES ('notify', '1', 1, 'frozen', '1', 0)",
    );
    await frozen.beginTransaction();
    await frozen.query("UPDATE queuegen_once SET status = 2 WHERE queue = 'notify' AND once_key = '1'");
    const pool = database.pool({ connectionLimit: 10 });
    pool.on("connection", (connection) => void connection.query("SET SESSION innodb_lock_wait_timeout = 1"));
    const worker = startWorker(database, queue, ({ id }, ctx) => ctx.once(id, async () => undefined), { db: pool });
    await worker.next("claimed");
    // While the first one waits for the lock, others are claimed, done and written back.
    await add(20);
    let released = false;
    void worker.next("released").then(() => {
      released = true;
    });
    await completed(worker, 20);
    expect(released).toBe(false);
    await worker.next("released");
    await frozen.rollback();
    frozen.release();
    await completed(worker, 1);
    await worker.close();
    expect((await states()).map(({ status, attempts }) => [status, attempts])).toEqual(Array(21).fill([2, 1]));
  });

  test.each([
    ["carried out: the effect counts, and the handler goes on", "dropReply", 1],
    ["never sent: the attempt has failed, and the next one has the effect", "dropStatement", 2],
  ] as const)("the connection is lost at COMMIT, which was %s", async (_what, drop, attempts) => {
    const proxy = await startProxy(database.url);
    const pool = createPromisePool({ uri: proxy.url, connectionLimit: 5 });
    await add(1);
    const lost = proxy[drop](1, /^COMMIT/i);
    let ended = 0;
    const worker = startWorker(
      database,
      queue,
      async (_job, ctx) => {
        expect(await ctx.once("k", (trx) => trx.query(EFFECT, ["k"]).then(() => "done"))).toBe("done");
        ended++;
      },
      { db: pool },
    );
    await lost;
    await completed(worker, 1);
    await worker.close();
    await pool.end();
    await proxy.close();
    expect(ended).toBe(1);
    expect(await effects()).toEqual([{ id: "k", n: 1 }]);
    expect(await states()).toMatchObject([{ status: 2, attempts }]);
  });

  test("a deadlock in it is repeated: the attempt does not fail", async () => {
    await add(1);
    await database.query("INSERT INTO effect VALUES ('a', 0), ('b', 0)");
    const other = await database.pool().getConnection();
    await other.beginTransaction();
    await other.query("UPDATE effect SET n = n + 1 WHERE id = 'b'");
    let runs = 0;
    const worker = startWorker(database, queue, (_job, ctx) =>
      ctx.once("k", async (trx) => {
        runs++;
        await trx.query("UPDATE effect SET n = n + 1 WHERE id = 'a'");
        // Whichever of the two the server makes its victim, the other one goes on.
        const crossed =
          runs === 1 ? other.query("UPDATE effect SET n = n + 10 WHERE id = 'a'").catch(() => {}) : undefined;
        const mine = trx.query("UPDATE effect SET n = n + 1 WHERE id = 'b'");
        void crossed?.then(() => other.rollback());
        await mine;
      }),
    );
    await completed(worker, 1);
    await worker.close();
    other.release();
    expect(await effects()).toEqual([
      { id: "a", n: 1 },
      { id: "b", n: 1 },
    ]);
    expect(await states()).toMatchObject([{ status: 2, attempts: 1 }]);
  });

  test("a queue without the option says what to declare", async () => {
    const plain = madeQueue("");
    await plain.enqueue(database.pool(), newJobs(1));
    const worker = startWorker(database, plain, (_job, ctx) => ctx.once("k", async () => 1) as Promise<never>);
    const { thrown } = await worker.next("retried");
    await worker.close();
    expect(thrown).toBeInstanceOf(ConfigError);
    expect(String(thrown)).toContain("declare `once: true`");
  });

  test("a worker of a queue with the option says at its start that the table is missing", async () => {
    await database.query("RENAME TABLE queuegen_once TO elsewhere");
    const worker = startWorker(database, queue, () => undefined);
    await expect(worker.ended).rejects.toThrow("table queuegen_once does not exist in this database");
    await database.query("RENAME TABLE elsewhere TO queuegen_once");
  });
});

function signal(): { readonly fired: Promise<void>; fire(): void } {
  let fire = () => {};
  const fired = new Promise<void>((resolve) => {
    fire = resolve;
  });
  return { fired, fire };
}

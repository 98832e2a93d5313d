import { createPool } from "mysql2/promise";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { databaseUrl, eachServer, freshDatabase } from "../services/database.js";
import { startProxy, type TcpProxy } from "../services/proxy.js";
import { testQueue } from "./queue.js";
import { type OpenSource, openSource } from "./sources.js";
import { newJobs, startWorker } from "./work.js";

eachServer((server) => {
  const database = freshDatabase(server);
  const queue = testQueue({ lease: 5_000 });
  const cleanups: (() => Promise<void> | void)[] = [];
  let proxy: TcpProxy;
  beforeAll(async () => {
    await queue.createTables(database);
    proxy = await startProxy(server.url);
  });
  beforeEach(() => database.truncate());
  afterEach(async () => {
    proxy.resume();
    for (const cleanup of cleanups.splice(0)) await cleanup();
  });
  afterAll(() => proxy.close());

  function proxiedPool(): ReturnType<typeof createPool> {
    const pool = createPool({ uri: databaseUrl(proxy.url, database.name), connectionLimit: 10 });
    cleanups.push(() => pool.end());
    return pool;
  }
  function claimer(): OpenSource {
    const source = openSource(proxiedPool(), queue);
    cleanups.unshift(() => source.close());
    return source;
  }
  const add = (count: number) => queue.enqueue(database.pool(), newJobs(count));
  const statuses = async () =>
    (await database.query<{ status: number }>("SELECT status FROM notify_task ORDER BY id")).map(
      ({ status }) => status,
    );

  test("a claim whose reply is lost is found again by its token, on a new connection", async () => {
    await add(3);
    const one = claimer();
    await one.main.link();
    const dropped = proxy.dropReply(1, /^UPDATE notify_task .* SET status = 1/s);
    const items = await one.take(3);
    await dropped;
    expect(items.map(({ attempt }) => attempt)).toEqual([1, 1, 1]);
    expect(await one.source.complete(items)).toEqual([]);
    expect(await statuses()).toEqual([2, 2, 2]);
  });

  test("a claim that never reached the server is no claim", async () => {
    await add(3);
    const one = claimer();
    await one.main.link();
    const dropped = proxy.dropStatement(1, /^UPDATE notify_task .* SET status = 1/s);
    expect(await one.take(3)).toEqual([]);
    await dropped;
    expect(await statuses()).toEqual([0, 0, 0]);
  });

  test.each(["dropReply", "dropStatement"] as const)(
    "%s of a completion: it is done, once, and not lost",
    async (fault) => {
      await add(5);
      const one = claimer();
      const items = await one.take(5);
      const dropped = proxy[fault](1, /SET status = 2/);
      expect(await one.source.complete(items)).toEqual([]);
      await dropped;
      expect(await statuses()).toEqual([2, 2, 2, 2, 2]);
    },
  );

  test("a start mark whose reply is lost is set, and the job may start", async () => {
    await add(1);
    await database.query("UPDATE notify_task SET attempts = 1");
    const one = claimer();
    const items = await one.take(1);
    const dropped = proxy.dropReply(1, /SET start_time/);
    expect(await one.source.start(items)).toEqual([]);
    await dropped;
  });

  test("a commit whose reply is lost is a completion, and the handler sees none of it", async () => {
    await add(1);
    let runs = 0;
    let dropped: Promise<string> | undefined;
    const worker = startWorker(
      database,
      queue,
      async (_job, ctx) => {
        runs++;
        await ctx.transaction(async (trx) => {
          dropped = proxy.dropReply(1, /^COMMIT/);
          await trx.query("SELECT 1");
        });
      },
      { db: proxiedPool() },
    );
    await worker.next("completed");
    await dropped;
    await worker.close();
    expect(runs).toBe(1);
    expect(await statuses()).toEqual([2]);
  });

  test("a network that swallows everything ends the handler with its lease, and heals without a restart", async () => {
    await add(1);
    const aborted: string[] = [];
    const worker = startWorker(
      database,
      queue,
      async (_job, ctx) => {
        if (aborted.length > 0) return;
        proxy.blackHole();
        await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
        aborted.push(String(ctx.signal.reason.message));
        proxy.resume();
      },
      { db: proxiedPool() },
    );
    await worker.next("claimLost");
    await worker.next("completed");
    await worker.close();
    expect(aborted[0]).toContain("its lease ended before it could be renewed");
    expect(await statuses()).toEqual([2]);
  });

  test("a swallowed statement that the pool's owner sends on each new connection holds up nobody for ever", async () => {
    await add(1);
    const pool = proxiedPool();
    const sent = new Promise<void>((resolve) => {
      // The first connection's SET is swallowed, and with it the reply that everything behind it waits for.
      pool.once("connection", () => {
        proxy.blackHole();
        setTimeout(resolve, 50);
      });
    });
    pool.on("connection", (connection) => {
      (connection as unknown as { query(sql: string, done: () => void): void }).query("SET @mine = 1", () => {});
    });
    const worker = startWorker(database, queue, () => {}, { db: pool });
    await sent;
    proxy.resume();
    await worker.next("completed");
    await worker.close();
    expect(await statuses()).toEqual([2]);
  });

  test("an enqueue on a pool survives a deadlock of its transaction", async () => {
    const pool = database.pool({ connectionLimit: 4 });
    const keyed = testQueue({ dedupe: true });
    await database.query(
      "ALTER TABLE notify_task ADD COLUMN dedupe_key varchar(191) COLLATE utf8mb4_bin DEFAULT NULL, ADD UNIQUE KEY uk_dedupe_key (dedupe_key)",
    );
    const calls = await Promise.all(
      Array.from({ length: 8 }, (_, call) =>
        keyed.enqueue(pool, newJobs(30), {
          dedupeKey: (_job, index) => `k${call % 2 === 0 ? index : 29 - index}`,
        }),
      ),
    );
    expect(calls.flat().filter(({ status }) => status === "added")).toHaveLength(30);
    await database.query("ALTER TABLE notify_task DROP COLUMN dedupe_key");
  });

  test("single jobs whose shared INSERT was committed and not answered are there once, and their calls reject", async () => {
    const pool = proxiedPool();
    await queue.enqueue(pool, newJobs(1)[0]!);
    const dropped = proxy.dropReply(1, /^INSERT INTO notify_task/);
    const calls = await Promise.allSettled(newJobs(5).map((job) => queue.enqueue(pool, job)));
    await dropped;
    const stored = (await statuses()).length - 1;
    expect(stored).toBe(5);
    expect(calls.filter(({ status }) => status === "rejected").length).toBe(5);
  });
});

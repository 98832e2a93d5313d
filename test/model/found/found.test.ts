import { setImmediate } from "node:timers/promises";
import { createPool, type RowDataPacket } from "mysql2/promise";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { testQueue } from "../../runtime/queue.js";
import { type OpenSource, openSource, waitFor } from "../../runtime/sources.js";
import { newJobs } from "../../runtime/work.js";
import { databaseUrl, eachServer, freshDatabase } from "../../services/database.js";
import { startProxy, type TcpProxy } from "../../services/proxy.js";

/** What the model has found in the code, on real servers: each test is one of its traces. */
eachServer((server) => {
  const database = freshDatabase(server);
  const queue = testQueue({ lease: 30_000 });
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

  function claimer(): OpenSource {
    const pool = createPool({ uri: databaseUrl(proxy.url, database.name), connectionLimit: 10 });
    cleanups.push(() => pool.end());
    const source = openSource(pool, queue);
    cleanups.unshift(() => source.close());
    return source;
  }
  const add = (count: number) => queue.enqueue(database.pool(), newJobs(count));
  const statuses = async () =>
    (await database.query<{ status: number }>("SELECT status FROM notify_task ORDER BY id")).map(
      ({ status }) => status,
    );

  test("an outcome of a claim that was lost does not meet a claim of the same worker that ran late", async () => {
    await add(2);
    const one = claimer();
    const [stale] = await claimer().take(1);
    await one.main.link();
    // Taken back after its lease, while its handler runs.
    await database.query("UPDATE notify_task SET status = 0, claim_token = NULL, claim_time = NULL WHERE status = 1");
    // The round that follows sends two statements: for row 2, before its first attempt, and for row 1. The second runs late.
    const held = proxy.hold(2, /^UPDATE notify_task .* SET status = 1/s);
    const taking = one.take(2);
    const late = await held;
    (await one.main.link()).destroy();
    const won = await taking;
    expect(won.map(({ id }) => id)).toEqual(["2"]);
    await late.deliver();
    expect(await statuses()).toEqual([1, 1]);

    const lost = await one.source.complete([stale!, ...won]);
    expect(lost).toMatchObject([{ item: { id: "1" }, why: "another worker has the job now" }]);
    expect(await statuses()).toEqual([1, 2]);
  });

  test("a job whose row is gone is not started", async () => {
    await add(1);
    const one = claimer();
    const items = await one.take(1);
    // Taken by the operator, done by another worker, deleted.
    await database.query("DELETE FROM notify_task");
    expect(await one.source.start(items)).toMatchObject([{ why: "the row is gone" }]);
  });

  test("a commit that comes after its connection died is found by whoever asks", async () => {
    await add(1);
    const one = claimer();
    const [item] = await one.take(1);
    const connection = await database.pool().getConnection();
    cleanups.unshift(() => connection.release());
    await connection.query("START TRANSACTION");
    const [before] = await connection.query<RowDataPacket[]>("SELECT CONNECTION_ID() AS id");
    await connection.query(one.source.completion(item!, (value) => connection.escape(value)));
    let answered = false;
    const asked = one.source.completed(item!).finally(() => {
      answered = true;
    });
    await waitsForLock(before[0]!.id as number);
    await setImmediate();
    expect(answered).toBe(false);
    await connection.query("COMMIT");
    expect(await asked).toBe(true);
  });

  test("a claim that was seen expired before the clock stepped back is taken back as one ahead of the clock", async () => {
    const quick = testQueue({ lease: 30_000, heartbeat: 1 });
    await add(1);
    const one = openSource(database.pool(), quick);
    cleanups.unshift(() => one.close());
    await one.take(1);
    const now = Math.floor(Date.now() / 1000);
    const link = await one.beat.link();
    const lookAt = async (seconds: number) => {
      await waitFor(2);
      await link.execute(`SET timestamp = ${seconds}`);
      return one.reclaim.look(one.beat);
    };
    expect(await lookAt(now + 100)).toBe(0);
    expect(await lookAt(now - 100)).toBe(0);
    expect(await lookAt(now - 100)).toBe(1);
    expect(await one.reclaim.reclaim(one.beat)).toBe(1);
  });

  /** Resolves when some other connection of this database runs a statement: the only one there is waits for the row. */
  async function waitsForLock(except: number): Promise<void> {
    for (;;) {
      const rows = await database.query<{ Id: number; db: string; Info: string | null }>("SHOW FULL PROCESSLIST");
      if (
        rows.some(({ Id, db, Info }) => db === database.name && Number(Id) !== except && Info?.includes("SHARE MODE"))
      )
        return;
    }
  }
});

import { compile, errnoOf } from "@queuegen/runtime/internal";
import { createPool } from "mysql2/promise";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { databaseUrl, eachServer, freshDatabase } from "../services/database.js";
import { startProxy, type TcpProxy } from "../services/proxy.js";
import { testQueue } from "./queue.js";
import { type OpenSource, openSource } from "./sources.js";
import { completed, newJobs, startWorker } from "./work.js";

const CLAIM = /^UPDATE notify_task .* SET status = 1/s;
/** A claim that finds nothing due looks for fresh rows in a second transaction. */
const FRESH = 2;

eachServer((server) => {
  const database = freshDatabase(server);
  const queue = testQueue({ skipLocked: true });
  const cleanups: (() => unknown)[] = [];
  let proxy: TcpProxy;
  beforeAll(async () => {
    await queue.createTables(database);
    await database.query("CREATE TABLE effect (id int PRIMARY KEY)");
    proxy = await startProxy(server.url);
  });
  beforeEach(() => database.truncate());
  afterEach(async () => {
    proxy.resume();
    for (const cleanup of cleanups.splice(0)) await cleanup();
  });
  afterAll(() => proxy.close());

  function claimer(): OpenSource {
    const pool = createPool({ uri: databaseUrl(proxy.url, database.name), connectionLimit: 4 });
    const source = openSource(pool, queue);
    cleanups.unshift(
      () => source.close(),
      () => pool.end(),
    );
    return source;
  }
  function directClaimer(): OpenSource {
    const source = openSource(database.pool(), queue);
    cleanups.unshift(() => source.close());
    return source;
  }
  /** Somebody else's open transaction; ended with the test. */
  async function rival() {
    const connection = await database.pool().getConnection();
    cleanups.unshift(async () => {
      await connection.query("ROLLBACK");
      connection.release();
    });
    await connection.query("START TRANSACTION");
    return connection;
  }
  const add = (count: number) => queue.enqueue(database.pool(), newJobs(count));
  const ids = async (claimed: ReturnType<OpenSource["take"]>) => (await claimed).map(({ id }) => Number(id));
  const rows = () =>
    database.query<{ status: number; attempts: number }>("SELECT status, attempts FROM notify_task ORDER BY id");
  const pending = { status: 0, attempts: 0 };
  const claimed = { status: 1, attempts: 1 };
  const lockAll = () => database.query("SELECT id FROM notify_task FORCE INDEX (PRIMARY) FOR UPDATE NOWAIT");

  test("the second of two claimers gets what follows, while the first has yet to commit", async () => {
    await add(7);
    const [first, second] = [claimer(), directClaimer()];
    await first.main.link();
    const committing = proxy.stallAt(FRESH, /^COMMIT/);
    const head = first.take(3);
    await committing;
    expect(await ids(second.take(3))).toEqual([4, 5, 6]);
    proxy.resume();
    expect(await ids(head)).toEqual([1, 2, 3]);
    expect(await rows()).toEqual([...Array(6).fill(claimed), pending]);
  });

  test("two claimers at once keep the order, and no row goes to both", async () => {
    await add(200);
    const claimers = [directClaimer(), directClaimer()];
    const taken = await Promise.all(
      claimers.map(async (one) => {
        const mine: number[] = [];
        for (let got = [0]; got.length > 0; mine.push(...got)) got = await ids(one.take(5));
        return mine;
      }),
    );
    for (const mine of taken) expect(mine).toEqual([...mine].sort((a, b) => a - b));
    expect(taken.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
  });

  test("a row that comes back to the head is the next to be claimed", async () => {
    await add(8);
    const one = directClaimer();
    const items = await one.take(4);
    await one.source.release(items.slice(1, 2));
    expect(await ids(directClaimer().take(1))).toEqual([2]);
    await database.query("UPDATE notify_task SET status = 0, claim_token = NULL WHERE id = 1");
    expect(await one.source.poll()).toBe(0);
    expect(await ids(one.take(2))).toEqual([1, 5]);
  });

  test("a row that somebody else has locked is passed over at once, and claimed when it is free", async () => {
    await add(4);
    const other = await rival();
    await other.query("SELECT id FROM notify_task WHERE id = 1 FOR UPDATE");
    const one = directClaimer();
    expect(await ids(one.take(4))).toEqual([2, 3, 4]);
    expect(await ids(one.take(4))).toEqual([]);
    await other.query("ROLLBACK");
    expect(await one.source.poll()).toBe(0);
    expect(await ids(one.take(4))).toEqual([1]);
    expect(one.errors).toEqual([]);
  });

  test("rows that are due are claimed by their time, past those that are locked", async () => {
    await queue.enqueue(database.pool(), newJobs(4), { delay: "1h" });
    await database.query("UPDATE notify_task SET run_at = 5000 - 1000 * id");
    const other = await rival();
    await other.query("SELECT id FROM notify_task WHERE id = 3 FOR UPDATE");
    const one = directClaimer();
    expect(await ids(one.take(4))).toEqual([4, 2, 1]);
    await other.query("ROLLBACK");
    expect(await one.source.poll()).toBe(0);
    expect(await ids(one.take(1))).toEqual([3]);
    expect(await rows()).toEqual(Array(4).fill(claimed));
  });

  test("no lock outlives a claim, neither one of rows nor one of none", async () => {
    const one = directClaimer();
    expect(await one.take(3)).toEqual([]);
    await add(3);
    const items = await one.take(2);
    await lockAll();
    expect(await one.source.complete(items)).toEqual([]);
    await lockAll();
  });

  test("a connection killed between look and claim has claimed nothing, and the next claim gets the rows", async () => {
    await add(3);
    const one = claimer();
    const [[thread] = []] = await (await one.main.link()).read(compile("SELECT CONNECTION_ID()"));
    const claiming = proxy.stallAt(1, CLAIM);
    const taking = one.take(3);
    await claiming;
    await database.query(`KILL ${Number(thread)}`);
    proxy.resume();
    expect(await taking).toEqual([]);
    expect(await rows()).toEqual(Array(3).fill(pending));
    expect(await untilClaimed(one, 3)).toEqual([1, 2, 3]);
    expect(await rows()).toEqual(Array(3).fill(claimed));
  });

  test("a claim whose commit was carried out and not confirmed is found again by its token", async () => {
    await add(3);
    const one = claimer();
    await one.main.link();
    const dropped = proxy.dropReply(FRESH, /^COMMIT/);
    const items = await one.take(3);
    await dropped;
    expect(items.map(({ attempt }) => attempt)).toEqual([1, 1, 1]);
    expect(await one.source.complete(items)).toEqual([]);
  });

  test("a claim whose commit never reached the server is no claim", async () => {
    await add(3);
    const one = claimer();
    await one.main.link();
    const dropped = proxy.dropStatement(FRESH, /^COMMIT/);
    expect(await one.take(3)).toEqual([]);
    await dropped;
    expect(await untilClaimed(one, 3)).toEqual([1, 2, 3]);
    expect(await rows()).toEqual(Array(3).fill(claimed));
  });

  test("a deadlock is answered with a new look and costs no attempt", async () => {
    await add(3);
    const other = await rival();
    // The heavier of the two, so that the claim is the victim. Its gap lock makes the claim wait.
    await other.query(`INSERT INTO effect VALUES ${Array.from({ length: 200 }, (_, i) => `(${i})`).join()}`);
    await other.query("SELECT id FROM notify_task FORCE INDEX (idx_status_id) WHERE status = 1 FOR UPDATE");
    const one = claimer();
    await one.main.link();
    const claiming = proxy.stallAt(1, CLAIM);
    const taking = one.take(3);
    await claiming;
    const closing = other.query("SELECT id FROM notify_task WHERE id = 1 FOR UPDATE");
    const lookingAgain = proxy.stallAt(1, /SKIP LOCKED/);
    proxy.resume();
    await closing;
    await other.query("ROLLBACK");
    await lookingAgain;
    proxy.resume();
    const first = await ids(taking);
    expect(one.errors.map(errnoOf)).toContain(1213);
    expect([...first, ...(await untilClaimed(one, 3 - first.length))].sort()).toEqual([1, 2, 3]);
    expect(await rows()).toEqual(Array(3).fill(claimed));
  });

  test("two workers handle every job once, also those that were locked when they came by", async () => {
    await add(600);
    const other = await rival();
    await other.query("SELECT id FROM notify_task WHERE id IN (1, 300) FOR UPDATE");
    const seen = new Map<string, number>();
    const handler = async (job: { readonly id: string }) => {
      seen.set(job.id, (seen.get(job.id) ?? 0) + 1);
      if (seen.size === 598) await other.query("ROLLBACK");
    };
    const workers = [startWorker(database, queue, handler), startWorker(database, queue, handler)];
    const counts = workers.map((worker) => {
      let count = 0;
      worker.on("completed", (event) => (count += event.count));
      return () => count;
    });
    await Promise.race(workers.map((worker) => worker.next("completed", () => counts[0]!() + counts[1]!() === 600)));
    await Promise.all(workers.map((worker) => worker.close()));
    expect([...seen.values()]).toEqual(Array(600).fill(1));
    expect(await rows()).toEqual(Array(600).fill({ status: 2, attempts: 1 }));
  });

  test("while a handler runs, anybody can lock its row", async () => {
    await add(1);
    const worker = startWorker(database, queue, async () => {
      await lockAll();
    });
    await completed(worker, 1);
    await worker.close();
    expect(await rows()).toEqual([{ status: 2, attempts: 1 }]);
  });

  test("an attempt that fails comes back when it is due, and the dead are reported", async () => {
    const short = testQueue({ skipLocked: true, attempts: 2 });
    await add(2);
    const worker = startWorker(database, short, async (_job, ctx) => {
      if (ctx.attempt === 1) throw new Error("not yet");
    });
    await completed(worker, 2);
    await worker.close();
    expect(await rows()).toEqual(Array(2).fill({ status: 2, attempts: 2 }));
  });

  /** The server lets go of a broken connection's locks when it notices, and has no event for it. */
  async function untilClaimed(one: OpenSource, count: number): Promise<number[]> {
    const got: number[] = [];
    for (const end = Date.now() + 10_000; got.length < count && Date.now() < end; )
      got.push(...(await ids(one.take(count))));
    return got;
  }
});

import { dead } from "@queuegen/runtime";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { fill, ranges, startWalk } from "./run-walk.js";
import { type Row, walkQueue } from "./walk-queue.js";

const COUNT = 3_000;
const FAST = 'retry: { attempts: 3, backoff: { delay: "0s", jitter: 0 } }';

eachServer((server) => {
  const database = freshDatabase(server);
  beforeAll(async () => {
    await database.query("CREATE TABLE item (id bigint unsigned NOT NULL PRIMARY KEY, kind int NOT NULL)");
    await database.query("CREATE TABLE effect (id bigint unsigned NOT NULL, KEY (id))");
    await walkQueue().createTables(database);
  });
  beforeEach(async () => {
    await database.truncate();
    const rows = Array.from({ length: COUNT }, (_, n) => [n * 3 + 1, n % 100]);
    await fill(database, "item", ["id", "kind"], rows);
  });

  const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => Number(id));
  const every = Array.from({ length: COUNT }, (_, n) => n * 3 + 1);
  const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);

  test("workers that begin at the same moment cut the table once", async () => {
    const queue = walkQueue({ walk: "{ batch: 20 }" });
    const seen: number[] = [];
    const walks = [1, 2, 3].map(() => startWalk(database, queue, (rows) => void seen.push(...idsOf(rows))));
    for (const walk of walks) expect(await walk.ended).toBe("over");
    expect(sorted(seen)).toEqual(every);
    const made = await ranges(database);
    expect(made.reduce((sum, { rows_planned }) => sum + Number(rows_planned), 0)).toBe(COUNT);
  });

  test("an empty table is over at once, and so is one that was walked", async () => {
    const queue = walkQueue();
    await database.query("DELETE FROM item");
    expect(await startWalk(database, queue, () => expect.fail("no rows")).ended).toBe("over");
    await fill(database, "item", ["id", "kind"], [[1, 1]]);
    expect(await startWalk(database, queue, () => expect.fail("not of this run")).ended).toBe("over");
  });

  test("rows that come in behind the last key are not of this run, rows in front of a cursor are", async () => {
    const queue = walkQueue({ walk: "{ batch: 1000 }", more: "worker: { concurrency: 1 }" });
    const seen: number[] = [];
    const walk = startWalk(database, queue, async (rows) => {
      if (seen.length === 0) {
        await database.query("INSERT INTO item VALUES (?, 0), (?, 0)", [COUNT * 3 + 1, COUNT * 3 - 3]);
      }
      seen.push(...idsOf(rows));
    });
    await walk.ended;
    expect(sorted(seen)).toEqual(sorted([...every, COUNT * 3 - 3]));
  });

  test("handlers get the rows that meet the condition, and the cursor passes the others", async () => {
    const queue = walkQueue({ walk: '{ batch: 10, where: "kind = 7 OR kind = 8" }' });
    const seen: number[] = [];
    await startWalk(database, queue, (rows) => void seen.push(...idsOf(rows))).ended;
    expect(sorted(seen)).toEqual(every.filter((id) => [7, 8].includes(((id - 1) / 3) % 100)));
    const made = await ranges(database);
    expect(made.reduce((sum, range) => sum + Number(range.rows_done), 0)).toBe(COUNT / 50);
    expect(made.reduce((sum, range) => sum + Number(range.rows_seen), 0)).toBe(COUNT);
  });

  test("a worker that is told to stop ends its batches and gives its ranges back; the next goes on from there", async () => {
    const queue = walkQueue({ walk: "{ batch: 50 }", more: "worker: { concurrency: 2 }" });
    const seen: number[] = [];
    const first = startWalk(database, queue, (rows) => {
      seen.push(...idsOf(rows));
      if (seen.length >= 500) first.stop();
    });
    expect(await first.ended).toBe("stopped");
    expect(seen.length).toBeLessThan(COUNT);
    expect((await ranges(database)).filter(({ status }) => status === 1)).toEqual([]);
    await startWalk(database, queue, (rows) => void seen.push(...idsOf(rows))).ended;
    expect(sorted(seen)).toEqual(every);
  });

  test("a batch that fails is tried again by itself; what is behind the cursor is not", async () => {
    const queue = walkQueue({ walk: "{ batch: 50 }", more: `${FAST}, worker: { concurrency: 1 }` });
    const seen: number[] = [];
    let failures = 0;
    await startWalk(database, queue, (rows) => {
      if (idsOf(rows).includes(3_001) && failures++ < 2) throw new Error("not now");
      seen.push(...idsOf(rows));
    }).ended;
    expect(failures).toBe(3);
    expect(sorted(seen)).toEqual(every);
  });

  test("a range whose batch always fails is dead in front of it, the others are done; retried it goes on from there", async () => {
    const queue = walkQueue({ walk: "{ batch: 50 }", more: FAST });
    const seen: number[] = [];
    let broken = true;
    const handle = (rows: readonly Row[]) => {
      if (broken && idsOf(rows).includes(3_001)) throw new Error("no such thing");
      seen.push(...idsOf(rows));
    };
    const walk = startWalk(database, queue, handle);
    expect(await walk.next("over")).toEqual({ queue: "walk", dead: 1, error: "no such thing" });
    expect(await walk.ended).toBe("failed");
    const [lost, ...others] = (await ranges(database)).filter(({ status }) => status !== 2);
    expect(others).toEqual([]);
    expect(lost).toMatchObject({ status: 3, attempts: 3, error_message: "no such thing" });
    expect(seen.length).toBe(COUNT - Number(lost?.rows_planned) + Number(lost?.rows_done));
    broken = false;
    await database.query("UPDATE walk_range SET status = 0, attempts = 0 WHERE status = 3");
    expect(await startWalk(database, queue, handle).ended).toBe("over");
    expect(sorted(seen)).toEqual(every);
  });

  test("what a handler returns speaks of its range", async () => {
    const queue = walkQueue({ walk: "{ batch: 50 }" });
    await startWalk(database, queue, (rows) => (idsOf(rows).includes(1) ? dead("not wanted") : undefined)).ended;
    expect((await ranges(database)).filter(({ status }) => status === 3)).toMatchObject([
      { rows_done: 0, error_message: "not wanted" },
    ]);
  });

  test("ctx.transaction moves the cursor with the effects: neither without the other", async () => {
    const queue = walkQueue({ walk: "{ batch: 100 }", more: FAST });
    let thrown = 0;
    await startWalk(database, queue, async (rows, ctx) => {
      await ctx.transaction(async (trx) => {
        await trx.query("INSERT INTO effect VALUES ?", [idsOf(rows).map((id) => [id])]);
        if (idsOf(rows).includes(4_501) && thrown++ === 0) throw new Error("after the effect");
      });
    }).ended;
    expect(thrown).toBe(2);
    const effects = await database.query<{ id: number }>("SELECT id FROM effect ORDER BY id");
    expect(effects.map(({ id }) => Number(id))).toEqual(every);
  });

  test("a transaction of a worker that has lost its range is rolled back", async () => {
    const queue = walkQueue({ walk: "{ batch: 3000 }", more: `${FAST}, worker: { concurrency: 1 }` });
    let calls = 0;
    await startWalk(database, queue, async (rows, ctx) => {
      await ctx.transaction(async (trx) => {
        await trx.query("INSERT INTO effect VALUES ?", [idsOf(rows).map((id) => [id])]);
        if (calls++ > 0) return;
        // As a reclaim and the claim of another worker, which has died meanwhile.
        await database.query("UPDATE walk_range SET status = 0, claim_token = NULL WHERE status = 1");
      });
    }).ended;
    expect(calls).toBe(2);
    const effects = await database.query<{ id: number }>("SELECT id FROM effect ORDER BY id");
    expect(effects.map(({ id }) => Number(id))).toEqual(every);
  });

  test("an idle worker takes half of a range in work; the transaction that meets the cut is tried again", async () => {
    // One range: what makes others of it is the sharing.
    const queue = walkQueue({ walk: "{ batch: 100 }", more: "worker: { concurrency: 2 }" });
    await database.query(
      "INSERT INTO walk_range (id, status, lo_id, hi_id, rows_planned, create_time) VALUES (1, 0, 1, ?, ?, 0)",
      [COUNT * 3 - 2, COUNT],
    );
    const cut = async () => (await ranges(database)).length > 1;
    let waited = false;
    let again = 0;
    await startWalk(database, queue, async (rows, ctx) => {
      await ctx.transaction(async (trx) => {
        again++;
        await trx.query("INSERT INTO effect VALUES ?", [idsOf(rows).map((id) => [id])]);
        if (waited) return;
        waited = true;
        while (!(await cut())) await new Promise((resolve) => setTimeout(resolve, 20));
      });
    }).ended;
    const effects = await database.query<{ id: number }>("SELECT id FROM effect ORDER BY id");
    expect(effects.map(({ id }) => Number(id))).toEqual(every);
    const made = await ranges(database);
    expect(made.length).toBeGreaterThan(1);
    expect(made.reduce((sum, { rows_planned }) => sum + Number(rows_planned), 0)).toBe(COUNT);
    expect(again).toBeGreaterThan(COUNT / 100);
    expect(made.reduce((sum, { rows_seen }) => sum + Number(rows_seen), 0)).toBe(COUNT);
  });

  test("the throttle holds for all workers together", async () => {
    const queue = walkQueue({ walk: "{ batch: 100, throttle: 1500 }" });
    const seen: number[] = [];
    const begun = performance.now();
    const walks = [1, 2].map(() => startWalk(database, queue, (rows) => void seen.push(...idsOf(rows))));
    for (const walk of walks) await walk.ended;
    expect(seen.length).toBe(COUNT);
    // The first batch of all need not wait, every other one does.
    expect(performance.now() - begun).toBeGreaterThan(((COUNT - 200) / 1_500) * 1_000);
  });

  test("batches shrink until a handler takes the time that it should", async () => {
    const queue = walkQueue({
      walk: '{ batch: 1000, batchTime: "20ms" }',
      more: "worker: { concurrency: 1 }",
    });
    const sizes: number[] = [];
    await startWalk(database, queue, async (rows) => {
      sizes.push(rows.length);
      await new Promise((resolve) => setTimeout(resolve, rows.length));
    }).ended;
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(COUNT);
    expect(Math.max(...sizes)).toBeLessThan(100);
  });

  test("a key that is not the primary key of the table is refused before anything is cut", async () => {
    const queue = walkQueue({ columns: "kind: int()", walk: '{ key: ["kind"] }' });
    const walk = startWalk(database, queue, () => expect.fail("no rows"));
    await expect(walk.ended).rejects.toThrow('write walk: { key: ["id"] }');
    expect(await ranges(database)).toEqual([]);
  });

  test.each([
    [
      "a condition that is no SQL",
      walkQueue({ columns: "id: bigint({ unsigned: true }), kind: int()", walk: '{ where: "kind IS NUL" }' }),
      "Look at its `columns` and at `walk.where`",
    ],
    [
      "a column that is not there",
      walkQueue({ columns: "id: bigint({ unsigned: true }), kine: int()" }),
      "Unknown column 'kine'",
    ],
    [
      "a key of another type",
      walkQueue({ columns: "id: varchar(36)" }),
      /item\.id is bigint.* unsigned, and the schema takes it for a text/,
    ],
  ])("%s is refused before anything is claimed", async (_name, queue, message) => {
    const walk = startWalk(database, queue, () => expect.fail("no rows"));
    await expect(walk.ended).rejects.toThrow(message);
    expect(await ranges(database)).toEqual([]);
  });
});

import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { type TestQueue, testQueue } from "./queue.js";
import { type OpenSource, openSource, reclaimAll, waitFor } from "./sources.js";
import { newJobs } from "./work.js";

const HEARTBEAT = 40;
/** Between two looks that must agree. */
const APART = 1.25 * HEARTBEAT;

eachServer((server) => {
  const database = freshDatabase(server);
  const queue = testQueue({ heartbeat: HEARTBEAT, attempts: 3 });
  const open: OpenSource[] = [];
  beforeAll(() => queue.createTables(database));
  beforeEach(() => database.truncate());
  afterEach(() => {
    for (const source of open.splice(0)) source.close();
  });

  function claimer(of: TestQueue = queue): OpenSource {
    const source = openSource(database.pool(), of);
    open.push(source);
    return source;
  }
  const add = (count: number) => queue.enqueue(database.pool(), newJobs(count));
  const expire = () => database.query("UPDATE notify_task SET claim_time = 1 WHERE status = 1");
  const states = () =>
    database.query<{ status: number; attempts: number }>("SELECT status, attempts FROM notify_task ORDER BY id");

  test("an expired claim goes back only after a second look, more than a heartbeat interval later", async () => {
    await add(1);
    const one = claimer();
    await one.take(1);
    await expire();
    expect(await one.reclaim.look(one.beat)).toBe(0);
    expect(await one.reclaim.look(one.beat)).toBe(0);
    await waitFor(APART);
    expect(await one.reclaim.look(one.beat)).toBe(1);
    expect(await one.reclaim.reclaim(one.beat)).toBe(1);
    expect(
      await database.query("SELECT status, claim_token, claim_time, worker_id, start_time FROM notify_task"),
    ).toEqual([{ status: 0, claim_token: null, claim_time: null, worker_id: null, start_time: null }]);
  });

  test("a second look just a heartbeat interval later is too soon: the worker's next heartbeat may be on its way", async () => {
    await add(1);
    const one = claimer(testQueue({ heartbeat: 1_000 }));
    await one.take(1);
    await expire();
    await one.reclaim.look(one.beat);
    await waitFor(1_000);
    expect(await one.reclaim.look(one.beat)).toBe(0);
    await waitFor(250);
    expect(await one.reclaim.look(one.beat)).toBe(1);
  });

  test("a claim that was renewed between two looks is left alone: a jump of the clock kills nobody", async () => {
    await add(1);
    const one = claimer();
    const items = await one.take(1);
    await expire();
    await one.reclaim.look(one.beat);
    await waitFor(APART);
    await one.source.heartbeat(items);
    // The clock runs ahead: expired again, but with another claim time.
    await database.query("UPDATE notify_task SET claim_time = 2");
    expect(await one.reclaim.look(one.beat)).toBe(0);
  });

  test("a claim that is renewed after the last look is left alone", async () => {
    await add(1);
    const one = claimer();
    const items = await one.take(1);
    await expire();
    await one.reclaim.look(one.beat);
    await waitFor(APART);
    expect(await one.reclaim.look(one.beat)).toBe(1);
    await one.source.heartbeat(items);
    expect(await one.reclaim.reclaim(one.beat)).toBe(0);
    expect(await one.source.complete(items)).toEqual([]);
  });

  test("a claim exactly one lease old is not expired", async () => {
    await add(1);
    const one = claimer();
    await one.take(1);
    await database.query("UPDATE notify_task SET claim_time = UNIX_TIMESTAMP() - 29");
    expect(await reclaimAll(one, HEARTBEAT)).toBe(0);
  });

  test("a claim without a time, and one from the future, are taken back", async () => {
    await add(2);
    const one = claimer();
    await one.take(2);
    await database.query("UPDATE notify_task SET claim_time = NULL ORDER BY id LIMIT 1");
    await database.query("UPDATE notify_task SET claim_time = UNIX_TIMESTAMP() + 3600 WHERE claim_time IS NOT NULL");
    expect(await reclaimAll(one, HEARTBEAT)).toBe(2);
    expect((await states()).map(({ status }) => status)).toEqual([0, 0]);
  });

  test("a claim from the future that is renewed after the last look is left alone", async () => {
    await add(1);
    const one = claimer();
    await one.take(1);
    await database.query("UPDATE notify_task SET claim_time = UNIX_TIMESTAMP() + 3600");
    await one.reclaim.look(one.beat);
    await waitFor(APART);
    expect(await one.reclaim.look(one.beat)).toBe(1);
    await database.query("UPDATE notify_task SET claim_time = claim_time + 1");
    expect(await one.reclaim.reclaim(one.beat)).toBe(0);
  });

  test("a job that kills its worker is dead after its attempts; what waited beside it is not", async () => {
    await add(4);
    for (let round = 1; round <= 3; round++) {
      const one = claimer();
      const items = await one.take(4);
      const killer = items.find(({ id }) => id === "1")!;
      // As a worker does: no mark before a first attempt, the heartbeat counts it as running.
      killer.state = "running";
      if (killer.attempt > 1) await one.source.start([killer]);
      else await one.source.heartbeat([killer]);
      await expire();
      await reclaimAll(one, HEARTBEAT);
    }
    expect(await states()).toEqual([
      { status: 3, attempts: 3 },
      { status: 0, attempts: 1 },
      { status: 0, attempts: 1 },
      { status: 0, attempts: 1 },
    ]);
  });

  test("a job that kills its worker before the first heartbeat is dead after its attempts all the same", async () => {
    await add(1);
    let claims = 0;
    for (; claims < 10; claims++) {
      const one = claimer();
      const items = await one.take(1);
      if (items.length === 0) break;
      if (items[0]!.attempt > 1) await one.source.start(items);
      await expire();
      await reclaimAll(one, HEARTBEAT);
    }
    expect(claims).toBe(3);
    expect(await states()).toEqual([{ status: 3, attempts: 3 }]);
  });

  test("a row that waits beside crash after crash loses one attempt and never dies", async () => {
    await add(1);
    for (let crash = 0; crash < 6; crash++) {
      const one = claimer();
      expect(await one.take(1)).toHaveLength(1);
      await expire();
      await reclaimAll(one, HEARTBEAT);
    }
    expect(await states()).toEqual([{ status: 0, attempts: 1 }]);
  });

  test("with a single attempt, a marked start is the last and a wait costs nothing", async () => {
    const single = testQueue({ heartbeat: HEARTBEAT, attempts: 1 });
    await add(2);
    const one = claimer(single);
    const items = await one.take(2);
    await one.source.start(items.slice(0, 1));
    await expire();
    await reclaimAll(one, HEARTBEAT);
    expect(await states()).toEqual([
      { status: 3, attempts: 1 },
      { status: 0, attempts: 0 },
    ]);
  });

  test("without a limit of attempts no crash makes a job dead", async () => {
    const unlimited = testQueue({ heartbeat: HEARTBEAT, attempts: 0 });
    await add(1);
    await database.query("UPDATE notify_task SET attempts = 60000");
    const one = claimer(unlimited);
    await one.source.start(await one.take(1));
    await expire();
    await reclaimAll(one, HEARTBEAT);
    expect(await states()).toEqual([{ status: 0, attempts: 60_001 }]);
  });

  test("rows that are locked do not keep the others from being taken back", async () => {
    await add(5);
    const one = claimer();
    await one.take(5);
    await expire();
    const pool = database.pool();
    const holder = await pool.getConnection();
    await holder.query("START TRANSACTION");
    await holder.query("SELECT id FROM notify_task WHERE id = 3 FOR UPDATE");
    expect(await reclaimAll(one, HEARTBEAT)).toBe(4);
    await holder.query("ROLLBACK");
    holder.release();
  });

  test("a look pages past rows that it has seen", async () => {
    await add(1200);
    const one = claimer();
    while ((await one.take(1000)).length > 0);
    await expire();
    expect(await reclaimAll(one, HEARTBEAT)).toBe(1200);
  });

  test("a purge deletes final rows past their retention and nothing else", async () => {
    const purging = testQueue({ retention: { done: 60_000, dead: 3_600_000 } });
    await add(6);
    await database.query(`UPDATE notify_task SET
      status = CASE id WHEN 1 THEN 2 WHEN 2 THEN 2 WHEN 3 THEN 3 WHEN 4 THEN 3 WHEN 5 THEN 0 ELSE 1 END,
      finish_time = TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000
        - CASE id WHEN 1 THEN 61000 WHEN 2 THEN 59000 WHEN 3 THEN 3700000 WHEN 4 THEN 61000 ELSE 9999999 END`);
    const one = claimer(purging);
    expect(await one.reclaim.purge(one.beat, new AbortController().signal)).toBe(2);
    expect(await database.query("SELECT id FROM notify_task ORDER BY id")).toEqual([
      { id: 2 },
      { id: 4 },
      { id: 5 },
      { id: 6 },
    ]);
  });

  test("a dead row that an operator sent back since the look is not purged", async () => {
    const { notifyReclaim } = await import("../../generated-example/src/queues/generated/notify/reclaimer.js");
    const { compile, digits } = await import("@queuegen/runtime/internal");
    const [job] = await add(1);
    await database.query("UPDATE notify_task SET finish_time = 1");
    const link = await claimer().main.link();
    expect(await link.write(compile(notifyReclaim.purge), { ids: digits([job!.id]), status: 3, keep: 0 })).toBe(0);
  });
});

import { compile, digits } from "@queuegen/runtime/internal";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { notifyStatements } from "../../generated-example/src/queues/generated/notify/consumer.js";
import { eachServer, freshDatabase } from "../services/database.js";
import { testQueue } from "./queue.js";
import { type OpenSource, openSource } from "./sources.js";
import { newJobs } from "./work.js";

interface Row {
  readonly id: string;
  readonly status: number;
  readonly claim_token: string | null;
  readonly attempts: number;
  readonly start_time: number | null;
  readonly finish_time: number | null;
  readonly run_at: number | null;
  readonly error_message: string | null;
}

eachServer((server) => {
  const database = freshDatabase(server);
  const queue = testQueue();
  const open: OpenSource[] = [];
  beforeAll(() => queue.createTables(database));
  beforeEach(() => database.truncate());
  afterEach(() => {
    for (const source of open.splice(0)) source.close();
  });

  function claimer(name = "w"): OpenSource {
    const source = openSource(database.pool(), queue, name);
    open.push(source);
    return source;
  }
  const rows = () => database.query<Row>("SELECT * FROM notify_task ORDER BY id");
  const add = (count: number) => queue.enqueue(database.pool(), newJobs(count));

  /** The reclaimer gave the row back and another worker claimed it. */
  async function takenOver(): Promise<{
    stale: OpenSource;
    owner: OpenSource;
    items: Awaited<ReturnType<OpenSource["take"]>>;
  }> {
    await add(1);
    const stale = claimer("stale");
    const items = await stale.take(1);
    await database.query("UPDATE notify_task SET status = 0, claim_token = NULL, claim_time = NULL");
    const owner = claimer("owner");
    expect(await owner.take(1)).toHaveLength(1);
    return { stale, owner, items };
  }

  test.each(["complete", "retry", "dead", "start"] as const)("a stale token cannot %s a row", async (verb) => {
    const { stale, items } = await takenOver();
    items[0]!.failure = { delay: 0, error: "x" };
    const before = await rows();
    expect(await stale.source[verb](items)).toEqual([{ item: items[0], why: "another worker has the job now" }]);
    expect(await rows()).toEqual(before);
  });

  test("a stale token cannot renew a claim", async () => {
    const { stale, items } = await takenOver();
    items[0]!.state = "running";
    await database.query("UPDATE notify_task SET claim_time = 1");
    expect(await stale.source.heartbeat(items)).toMatchObject([{ why: "another worker has the job now" }]);
    expect(await database.query("SELECT claim_time, start_time FROM notify_task")).toEqual([
      { claim_time: 1, start_time: null },
    ]);
  });

  test("a stale token cannot give a row back", async () => {
    const { stale, items } = await takenOver();
    const before = await rows();
    await stale.source.release(items);
    expect(await rows()).toEqual(before);
  });

  test("claimers that look at the same head never get the same row", async () => {
    await add(400);
    const claimers = [claimer("a"), claimer("b"), claimer("c"), claimer("d")];
    const ids: string[] = [];
    await Promise.all(
      claimers.map(async (one) => {
        while (ids.length < 400) ids.push(...(await one.take(20)).map(({ id }) => id));
      }),
    );
    expect(ids).toHaveLength(400);
    expect(new Set(ids).size).toBe(400);
  });

  test("a row that was tried again since the look is not taken for a first attempt", async () => {
    const [job] = await add(1);
    await database.query("UPDATE notify_task SET attempts = 1");
    const link = await claimer().main.link();
    const values = { ids: digits([job!.id]), seen: 0, token: "t", worker: "w" };
    expect(await link.write(compile(notifyStatements.claim), values)).toBe(0);
    expect(await link.write(compile(notifyStatements.claim), { ...values, seen: 65_535 })).toBe(1);
  });

  test.each([1, 2, 3, 5])("a row that came to status %d since the look is not claimed", async (status) => {
    const [job] = await add(1);
    await database.query("UPDATE notify_task SET status = ?", [status]);
    const link = await claimer().main.link();
    const values = { ids: digits([job!.id]), seen: 65_535, token: "t", worker: "w" };
    expect(await link.write(compile(notifyStatements.claim), values)).toBe(0);
  });

  test("of the rows of a look, only those that this token won are read back", async () => {
    const jobs = await add(4);
    const [mine, other] = [claimer("mine"), claimer("other")];
    const items = await mine.take(2);
    expect(await other.take(2)).toHaveLength(2);
    const values = { ids: digits(jobs.map(({ id }) => id)), token: items[0]!.token };
    const link = await mine.main.link();
    const won = await link.read(compile(notifyStatements.claimed), values);
    expect(won.map(([id]) => id)).toEqual(items.map(({ id }) => id));
  });

  test("the attempts of a row that was tried before are read back with the claim", async () => {
    await add(2);
    await database.query("UPDATE notify_task SET attempts = 3 ORDER BY id LIMIT 1");
    expect((await claimer().take(2)).map(({ attempt }) => attempt)).toEqual([4, 1]);
  });

  test("a row that was sent back with a later due time since the look is not claimed", async () => {
    const [job] = await queue.enqueue(database.pool(), newJobs(1), { delay: "1h" });
    const link = await claimer().main.link();
    const values = { ids: digits([job!.id]), seen: 65_535, token: "t", worker: "w" };
    expect(await link.write(compile(notifyStatements.claimDue), values)).toBe(0);
  });

  test("a claim forgets the start of the attempt before", async () => {
    await add(1);
    await database.query("UPDATE notify_task SET attempts = 1, start_time = 5");
    await claimer().take(1);
    expect((await rows())[0]).toMatchObject({ status: 1, attempts: 2, start_time: null });
  });

  test("a claim of a due row clears its due time", async () => {
    await add(1);
    await database.query("UPDATE notify_task SET status = 5, run_at = 1, attempts = 1");
    expect(await claimer().take(1)).toMatchObject([{ attempt: 2 }]);
    expect((await rows())[0]).toMatchObject({ status: 1, run_at: null });
  });

  test("due rows take at most half of a claim while fresh rows wait, and all of it when none do", async () => {
    await add(20);
    await database.query("UPDATE notify_task SET status = 5, run_at = 1, attempts = 1 ORDER BY id LIMIT 10");
    const one = claimer();
    const mixed = await one.take(10);
    expect(mixed).toHaveLength(10);
    expect(mixed.filter(({ attempt }) => attempt === 2)).toHaveLength(5);
    await database.query("UPDATE notify_task SET status = 2 WHERE status = 0");
    expect((await one.take(10)).map(({ attempt }) => attempt)).toEqual([2, 2, 2, 2, 2]);
  });

  test("a heartbeat counts running jobs as started, waiting ones not", async () => {
    await add(2);
    const one = claimer();
    const items = await one.take(2);
    items[0]!.state = "running";
    expect(await one.source.heartbeat(items)).toEqual([]);
    const [running, waiting] = await rows();
    expect(running!.start_time).not.toBeNull();
    expect(waiting!.start_time).toBeNull();
  });

  test("a heartbeat twice in one second loses nothing", async () => {
    await add(1);
    const one = claimer();
    const items = await one.take(1);
    for (let i = 0; i < 5; i++) expect(await one.source.heartbeat(items)).toEqual([]);
  });

  test("a completion that is sent again is still this claim's success", async () => {
    await add(3);
    const one = claimer();
    const items = await one.take(3);
    expect(await one.source.complete(items.slice(0, 1))).toEqual([]);
    expect(await one.source.complete(items)).toEqual([]);
    expect((await rows()).map(({ status }) => status)).toEqual([2, 2, 2]);
  });

  test("a failed attempt that is sent again is still this claim's outcome", async () => {
    await add(1);
    const one = claimer();
    const items = await one.take(1);
    items[0]!.failure = { delay: 60_000, error: "x" };
    expect(await one.source.retry(items)).toEqual([]);
    expect(await one.source.retry(items)).toEqual([]);
  });

  test("a completed row that was purged is not reported as lost", async () => {
    await add(1);
    const one = claimer();
    const items = await one.take(1);
    await database.query("DELETE FROM notify_task");
    expect(await one.source.complete(items)).toEqual([]);
  });

  test("a row that the reclaimer made dead is lost, although nobody has it", async () => {
    await add(1);
    const one = claimer();
    const items = await one.take(1);
    await database.query("UPDATE notify_task SET status = 3, claim_token = NULL");
    expect(await one.source.complete(items)).toMatchObject([{ why: "the job was taken back after its lease" }]);
  });

  test("a failed attempt waits for its backoff, the last one is dead", async () => {
    await add(2);
    await database.query("UPDATE notify_task SET attempts = 4 ORDER BY id LIMIT 1");
    const one = claimer();
    const items = await one.take(2);
    for (const item of items) item.failure = { delay: item.attempt * 1000, error: `it's ${item.attempt} \u{1f600}` };
    await one.source.retry(items);
    const [last, first] = await rows();
    expect(last).toMatchObject({ status: 3, run_at: null, error_message: "it's 5 \u{1f600}" });
    expect(last!.finish_time).not.toBeNull();
    expect(first).toMatchObject({ status: 5, finish_time: null, error_message: "it's 1 \u{1f600}" });
    const [now] = await database.query<{ left_ms: number }>(
      "SELECT run_at - TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000 AS left_ms FROM notify_task WHERE status = 5",
    );
    expect(Number(now!.left_ms)).toBeGreaterThan(0);
    expect(Number(now!.left_ms)).toBeLessThanOrEqual(1000);
  });

  test("outcomes with texts of their own go to their own rows, whatever the order", async () => {
    await add(50);
    const one = claimer();
    const items = [...(await one.take(50))].reverse();
    for (const item of items) item.failure = { delay: 0, error: `error of ${item.id}` };
    await one.source.dead(items);
    for (const { id, error_message } of await rows()) expect(error_message).toBe(`error of ${id}`);
  });

  test("a release gives the attempt back, and leaves alone what has started", async () => {
    await add(2);
    const one = claimer();
    const items = await one.take(2);
    await one.source.start(items.slice(0, 1));
    await one.source.release(items);
    expect(await rows()).toMatchObject([
      { status: 1, attempts: 1 },
      { status: 0, attempts: 0, claim_token: null },
    ]);
  });

  test("attempts stay at the end of their range, and one such row does not stop its batch", async () => {
    await add(3);
    await database.query("UPDATE notify_task SET attempts = 65535 ORDER BY id LIMIT 1");
    const one = claimer();
    expect((await one.take(3)).map(({ attempt }) => attempt)).toEqual([65_535, 1, 1]);
  });

  test("a claim at the end of the range of attempts is no error under a strict sql_mode either", async () => {
    const [job] = await add(1);
    await database.query("UPDATE notify_task SET attempts = 65535");
    const values = { ids: digits([job!.id]), seen: 65_535, token: "t", worker: "w" };
    await database.query("SET SESSION sql_mode = 'STRICT_ALL_TABLES'");
    await database.query(compile(notifyStatements.claim).render(values, (text) => `'${text}'`));
    expect(await rows()).toMatchObject([{ status: 1, attempts: 65_535 }]);
  });

  test("a release of a row at attempts 0 is no error", async () => {
    await add(1);
    const one = claimer();
    const items = await one.take(1);
    await database.query("UPDATE notify_task SET attempts = 0");
    await one.source.release(items);
    expect(await rows()).toMatchObject([{ status: 0, attempts: 0 }]);
  });

  test("a payload that does not decode is claimed apart, with the reason", async () => {
    await add(2);
    await database.query("UPDATE notify_task SET user_id = 9007199254740993 ORDER BY id LIMIT 1");
    const { claimed, broken } = await claimer().source.take(2);
    expect(claimed).toHaveLength(1);
    expect(broken[0]!.failure!.error).toContain("the payload does not decode: 9007199254740993 does not fit a number");
  });

  test("rows given back behind the floor are found within a second", async () => {
    await add(30);
    const one = claimer();
    const items = await one.take(10);
    await one.take(10);
    await database.query("UPDATE notify_task SET status = 0, claim_token = NULL WHERE id IN (?)", [
      items.map(({ id }) => id),
    ]);
    const begin = performance.now();
    const found = new Set<string>();
    while (!items.every(({ id }) => found.has(id))) {
      for (const { id } of await one.take(5)) found.add(id);
      expect(performance.now() - begin).toBeLessThan(2_000);
    }
  });
});

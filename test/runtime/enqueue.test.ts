import { PayloadError } from "@queuegen/runtime";
import { Kysely, MysqlDialect } from "kysely";
import { createPool as createCallbackPool } from "mysql2";
import type { RowDataPacket } from "mysql2/promise";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { NotifyNew } from "../../generated-example/src/queues/generated/notify/table.js";
import { eachServer, freshDatabase } from "../services/database.js";
import { testQueue } from "./queue.js";
import { openSource } from "./sources.js";
import { newJobs } from "./work.js";

eachServer((server) => {
  const database = freshDatabase(server);
  const queue = testQueue({ dedupe: true });
  beforeAll(() => queue.createTables(database));
  beforeEach(() => database.truncate());

  const count = async () =>
    Number((await database.query<{ n: number }>("SELECT COUNT(*) AS n FROM notify_task"))[0]!.n);

  test("ids are answered in input order and are the rows' own", async () => {
    const jobs = newJobs(2500);
    const enqueued = await queue.enqueue(database.pool(), jobs);
    const rows = await database.query<{ id: number; user_id: number }>("SELECT id, user_id FROM notify_task");
    const userOf = new Map(rows.map((row) => [String(row.id), row.user_id]));
    expect(enqueued.map(({ id }) => userOf.get(id))).toEqual(jobs.map((job) => job.user_id));
    expect(enqueued.every(({ status }) => status === "added")).toBe(true);
  });

  test("ids are exact while many enqueue at once", async () => {
    const pool = database.pool({ connectionLimit: 8 });
    const enqueued = await Promise.all(
      Array.from({ length: 40 }, (_, call) =>
        queue.enqueue(
          pool,
          Array.from({ length: 50 }, (_, i) => ({ user_id: call * 1000 + i, payload: { title: "t", body: "b" } })),
        ),
      ),
    );
    const rows = await database.query<{ id: number; user_id: number }>("SELECT id, user_id FROM notify_task");
    const userOf = new Map(rows.map((row) => [String(row.id), row.user_id]));
    enqueued.forEach((call, c) => {
      call.forEach(({ id }, i) => {
        expect(userOf.get(id)).toBe(c * 1000 + i);
      });
    });
  });

  test("single jobs that are enqueued at once share statements, and each call gets its own row", async () => {
    const pool = database.pool({ connectionLimit: 1 });
    const enqueued = await Promise.all(newJobs(500).map((job) => queue.enqueue(pool, job)));
    const [[inserts]] = await pool.query<RowDataPacket[]>("SHOW SESSION STATUS LIKE 'Com_insert'");
    expect(Number(inserts!.Value)).toBeLessThan(50);
    const rows = await database.query<{ id: number; user_id: number }>("SELECT id, user_id FROM notify_task");
    const userOf = new Map(rows.map((row) => [String(row.id), row.user_id]));
    expect(enqueued.map(([one]) => userOf.get(one!.id))).toEqual(newJobs(500).map((job) => job.user_id));
  });

  test("a single job that the server refuses does not fail its companions", async () => {
    const pool = database.pool();
    await database.query(
      "CREATE TRIGGER refuse BEFORE INSERT ON notify_task FOR EACH ROW BEGIN IF NEW.user_id = 7 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no'; END IF; END",
    );
    const calls = await Promise.allSettled(newJobs(20).map((job) => queue.enqueue(pool, job)));
    await database.query("DROP TRIGGER refuse");
    expect(calls.map(({ status }) => status === "rejected")).toEqual(newJobs(20).map((job) => job.user_id === 7));
    expect(await count()).toBe(19);
  });

  test("ids are exact where the server hands them out in steps", async () => {
    const pool = database.pool({ connectionLimit: 1 });
    await pool.query("SET SESSION auto_increment_increment = 7, auto_increment_offset = 3");
    const enqueued = await queue.enqueue(pool, newJobs(20));
    const rows = await database.query<{ id: number }>("SELECT id FROM notify_task ORDER BY user_id");
    expect(enqueued.map(({ id }) => id)).toEqual(rows.map(({ id }) => String(id)));
  });

  test("ids above 2^53 are exact, also through the claim", async () => {
    await database.query("ALTER TABLE notify_task AUTO_INCREMENT = 18446744073709551000");
    const enqueued = await queue.enqueue(database.pool(), newJobs(3));
    expect(enqueued.map(({ id }) => id)).toEqual([
      "18446744073709551000",
      "18446744073709551001",
      "18446744073709551002",
    ]);
    const one = openSource(database.pool({ supportBigNumbers: false }), queue);
    const items = await one.take(3);
    expect(items.map(({ id }) => id)).toEqual(enqueued.map(({ id }) => id));
    expect(await one.source.complete(items)).toEqual([]);
    one.close();
    await database.query("ALTER TABLE notify_task AUTO_INCREMENT = 1");
  });

  test.each<[string, unknown]>([
    ["a NUL, four-byte characters, quotes", { title: "a\0b \u{1f600} '\"`\\ ? :x", body: "\n\t\u2028" }],
    ["__proto__ and constructor keys", JSON.parse('{"title":"","__proto__":{"admin":true},"constructor":1}')],
    ["1 MB of text", { title: "x".repeat(1_000_000), body: "é".repeat(1000) }],
    ["numbers at their ends", { title: Number.MAX_SAFE_INTEGER, body: [1e300, -0.1, 5e-324] }],
    ["nothing", null],
  ])("a payload with %s comes back as it was", async (_name, payload) => {
    await queue.enqueue(database.pool(), { user_id: 1, payload: payload as NotifyNew["payload"] });
    const one = openSource(database.pool(), queue);
    const [item] = await one.take(1);
    expect(item!.job.payload).toEqual(payload);
    one.close();
  });

  test("a job that would not come back is refused before anything is written", async () => {
    const bad = [...newJobs(3), { user_id: 1, payload: { title: "\ud800", body: "" } }];
    await expect(queue.enqueue(database.pool(), bad)).rejects.toThrow(
      new PayloadError("notify", 3, "payload.title", "has a lone surrogate, which no database text can hold"),
    );
    const unknown = { user_id: 1, payload: { title: "", body: "" }, chanel: "x" } as NotifyNew;
    await expect(queue.enqueue(database.pool(), unknown)).rejects.toThrow("chanel: is not a column of the queue");
    expect(await count()).toBe(0);
  });

  test("a call of many statements is stored whole or not at all", async () => {
    const pool = database.pool();
    await database.query(
      "CREATE TRIGGER refuse BEFORE INSERT ON notify_task FOR EACH ROW BEGIN IF NEW.user_id = 1800 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no'; END IF; END",
    );
    await expect(queue.enqueue(pool, newJobs(2500))).rejects.toThrow("no");
    await database.query("DROP TRIGGER refuse");
    expect(await count()).toBe(0);
  });

  test("a call that a unique index of the user's own refuses stores none of its jobs", async () => {
    await database.query("CREATE UNIQUE INDEX uk_user ON notify_task (user_id)");
    try {
      const jobs = newJobs(9).map((job, i) => ({ ...job, user_id: i === 7 ? 0 : i }));
      await expect(queue.enqueue(database.pool(), jobs)).rejects.toMatchObject({ errno: 1062 });
      expect(await database.query("SELECT id FROM notify_task")).toEqual([]);
    } finally {
      await database.query("DROP INDEX uk_user ON notify_task");
    }
  });

  test("long payloads are split below max_allowed_packet", async () => {
    const [packet] = await database.query<{ n: number }>("SELECT @@max_allowed_packet AS n");
    const each = Math.floor(Number(packet!.n) / 40);
    const jobs = Array.from({ length: 50 }, (_, i) => ({ user_id: i, payload: { title: "x".repeat(each), body: "" } }));
    await queue.enqueue(database.pool(), jobs);
    expect(await count()).toBe(50);
  });

  test("a delay and a time to come wait, a time in the past does not", async () => {
    const pool = database.pool();
    await queue.enqueue(pool, newJobs(1), { delay: "15m" });
    await queue.enqueue(pool, newJobs(1), { runAt: Date.now() + 900_000 });
    await queue.enqueue(pool, newJobs(1), { runAt: new Date(0) });
    await queue.enqueue(pool, newJobs(1), { delay: 0 });
    const rows = await database.query<{ status: number; left_s: number | null }>(
      "SELECT status, ROUND((run_at - TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000) / 10000) AS left_s FROM notify_task ORDER BY id",
    );
    expect(rows.map(({ status, left_s }) => [status, left_s === null ? null : Number(left_s)])).toEqual([
      [5, 90],
      [5, 90],
      [0, null],
      [0, null],
    ]);
  });

  test("a time that can only be in seconds, an unknown option and a missing client are refused", async () => {
    const pool = database.pool();
    const seconds = Math.floor(Date.now() / 1000);
    await expect(queue.enqueue(pool, newJobs(1), { runAt: seconds })).rejects.toThrow("are these seconds?");
    await expect(queue.enqueue(pool, newJobs(1), { dedupKey: "k" } as never)).rejects.toThrow(
      'enqueue has no option "dedupKey"; it takes delay, runAt, dedupeKey',
    );
    await expect(queue.enqueue(undefined as never, newJobs(1))).rejects.toThrow(
      "queue notify: enqueue needs a mysql2 pool or connection or Kysely, not undefined",
    );
    await expect(queue.enqueue(pool, undefined as never)).rejects.toThrow("job 0, job: is not an object");
    expect(await count()).toBe(0);
  });

  test("due times do not depend on the time zone of the producer's session", async () => {
    const pool = database.pool({ connectionLimit: 1 });
    await pool.query("SET SESSION time_zone = '-07:00', timestamp = 1793583000"); // 02:30, the hour that comes twice in Berlin
    await queue.enqueue(pool, newJobs(1), { delay: 1000 });
    const [row] = await database.query<{ run_at: number; create_time: number }>(
      "SELECT run_at, create_time FROM notify_task",
    );
    expect(row).toEqual({ run_at: 1793583001000, create_time: 1793583000000 });
  });

  test("a key that is alive makes a duplicate with the id of the first", async () => {
    const pool = database.pool();
    const [first] = await queue.enqueue(pool, newJobs(1), { dedupeKey: "order:1" });
    expect(await queue.enqueue(pool, newJobs(1), { dedupeKey: "order:1" })).toEqual([
      { id: first!.id, status: "duplicate" },
    ]);
    expect(await count()).toBe(1);
  });

  test("one duplicate in a bulk does not keep the others out", async () => {
    const pool = database.pool();
    const [old] = await queue.enqueue(pool, newJobs(1), { dedupeKey: "k5" });
    const enqueued = await queue.enqueue(pool, newJobs(10), { dedupeKey: (_job, index) => `k${index % 8}` });
    expect(enqueued.map(({ status }) => status)).toEqual([
      "added",
      "added",
      "added",
      "added",
      "added",
      "duplicate",
      "added",
      "added",
      "duplicate",
      "duplicate",
    ]);
    expect(enqueued[5]!.id).toBe(old!.id);
    expect(enqueued[8]!.id).toBe(enqueued[0]!.id);
    expect(await count()).toBe(8);
  });

  test("producers that race for the same keys store each once and agree on the ids", async () => {
    const pool = database.pool({ connectionLimit: 6 });
    const calls = await Promise.all(
      Array.from({ length: 6 }, () =>
        queue.enqueue(pool, newJobs(40), { dedupeKey: (_job, index) => `race${(index * 7) % 40}` }),
      ),
    );
    expect(await count()).toBe(40);
    for (const call of calls) expect(call.map(({ id }) => id)).toEqual(calls[0]!.map(({ id }) => id));
    expect(calls.flat().filter(({ status }) => status === "added")).toHaveLength(40);
  });

  test("a key is free again after success, and taken while the job waits or is dead", async () => {
    const pool = database.pool();
    const one = openSource(database.pool(), queue);
    const again = async () => (await queue.enqueue(pool, newJobs(1), { dedupeKey: "k" }))[0]!.status;
    expect(await again()).toBe("added");
    const items = await one.take(1);
    expect(await again()).toBe("duplicate");
    items[0]!.failure = { delay: 60_000, error: "x" };
    await one.source.retry(items);
    expect(await again()).toBe("duplicate");
    await database.query("UPDATE notify_task SET status = 3, run_at = NULL");
    expect(await again()).toBe("duplicate");
    await database.query("UPDATE notify_task SET status = 0");
    const other = openSource(database.pool(), queue);
    await other.source.complete(await other.take(1));
    expect(await again()).toBe("added");
    one.close();
    other.close();
  });

  test("a key that was taken after the caller's snapshot is a duplicate all the same", async () => {
    const pool = database.pool();
    const connection = await pool.getConnection();
    await connection.query("START TRANSACTION");
    await connection.query("SELECT COUNT(*) FROM notify_task");
    const [first] = await queue.enqueue(pool, newJobs(1), { dedupeKey: "k" });
    expect(await queue.enqueue(connection, newJobs(1), { dedupeKey: "k" })).toEqual([
      { id: first!.id, status: "duplicate" },
    ]);
    await connection.query("ROLLBACK");
    connection.release();
  });

  test("in the caller's transaction nothing is visible before its commit, and a rollback takes it back", async () => {
    const pool = database.pool();
    const connection = await pool.getConnection();
    await connection.query("START TRANSACTION");
    await queue.enqueue(connection, newJobs(3));
    expect(await count()).toBe(0);
    await connection.query("ROLLBACK");
    expect(await count()).toBe(0);
    await connection.query("START TRANSACTION");
    await queue.enqueue(connection, newJobs(3));
    await connection.query("COMMIT");
    connection.release();
    expect(await count()).toBe(3);
  });

  test("a callback pool and connection, a Kysely instance and transaction are clients too", async () => {
    const core = createCallbackPool({ uri: database.url, connectionLimit: 2 });
    const kysely = new Kysely<Record<string, never>>({ dialect: new MysqlDialect({ pool: core }) });
    expect(await queue.enqueue(core, newJobs(2), { dedupeKey: (_job, i) => `a${i}` })).toHaveLength(2);
    const connection = await new Promise<import("mysql2").PoolConnection>((resolve, reject) => {
      core.getConnection((error, got) => (error ? reject(error) : resolve(got)));
    });
    expect(await queue.enqueue(connection, newJobs(2))).toHaveLength(2);
    connection.release();
    expect(await queue.enqueue(kysely, newJobs(2), { dedupeKey: (_job, i) => `a${i}` })).toMatchObject([
      { status: "duplicate" },
      { status: "duplicate" },
    ]);
    await kysely.transaction().execute(async (trx) => {
      await queue.enqueue(trx, newJobs(1500));
      expect(await count()).toBe(4);
    });
    expect(await count()).toBe(1504);
    await kysely.destroy();
  });

  test("a connection that would lose characters or quoting is refused with what to change", async () => {
    const latin = database.pool({ charset: "latin1" });
    await expect(queue.enqueue(latin, newJobs(1))).rejects.toThrow('set charset "utf8mb4" on the pool');
    const odd = database.pool({ connectionLimit: 1 });
    await odd.query("SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES'");
    await expect(queue.enqueue(odd, newJobs(1))).rejects.toThrow("NO_BACKSLASH_ESCAPES");
  });

  test("a pool with autocommit off is refused: nobody would commit the jobs", async () => {
    const pool = database.pool({ connectionLimit: 1 });
    await pool.query("SET SESSION autocommit = 0");
    await expect(queue.enqueue(pool, newJobs(1))).rejects.toThrow("autocommit off");
    expect(await count()).toBe(0);
  });

  test("a payload is never taken for SQL, also where the session stops knowing backslashes later", async () => {
    const pool = database.pool({ connectionLimit: 1 });
    await queue.enqueue(pool, newJobs(1));
    await pool.query("SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES'");
    const titles = ["',NULL,NULL)#", "\\', (SELECT user()))#", `"'\\\n\0\\"`, "it's"];
    await queue.enqueue(
      pool,
      titles.map((title, user_id) => ({ user_id, channel: title.slice(0, 16), payload: { title, body: title } })),
    );
    const rows = await database.query<{ channel: string; payload: string }>(
      "SELECT channel, CAST(payload AS CHAR) AS payload FROM notify_task ORDER BY id",
    );
    const stored = rows.slice(1).map(({ channel, payload }) => [channel, JSON.parse(payload)]);
    expect(stored).toEqual(titles.map((title) => [title.slice(0, 16), { title, body: title }]));
  });

  test("a job longer than a statement may be is refused before the server sees it", async () => {
    const pool = database.pool({ connectionLimit: 1 });
    const [[row]] = await pool.query<RowDataPacket[]>("SELECT @@max_allowed_packet AS bytes");
    const long = { user_id: 1, payload: { title: "x".repeat(Number(row!.bytes)), body: "" } };
    await expect(queue.enqueue(pool, long)).rejects.toThrow(PayloadError);
    await queue.enqueue(pool, newJobs(1));
    expect(await count()).toBe(1);
  });
});

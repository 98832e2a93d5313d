import { afterEach, expect, it, vi } from "vitest";
import { judge } from "./judge.js";
import { readSource } from "./read-source.js";
import { Clients } from "./redis/clients.js";
import { ValueReader } from "./redis/read-values.js";
import { Results } from "./redis/results.js";
import { DEFAULT_SETTINGS } from "./settings.js";
import { Cursor } from "./sql/cursor.js";
import { Bindings } from "./ts/bindings.js";
import { TextResolver } from "./ts/resolve-text.js";

afterEach(() => vi.restoreAllMocks());

/** Steps of the readers: tokens looked at, names looked up, expressions followed. Counted, since a busy machine tells no times. */
async function steps(text: string, path: string): Promise<number> {
  const counted = [
    vi.spyOn(Cursor.prototype, "peek"),
    vi.spyOn(Cursor.prototype, "after"),
    vi.spyOn(Bindings.prototype, "find"),
    vi.spyOn(Clients.prototype, "of"),
    vi.spyOn(Results.prototype, "isDropped"),
    vi.spyOn(ValueReader.prototype, "value"),
    vi.spyOn(TextResolver.prototype as unknown as { add: () => boolean }, "add"),
  ];
  judge([(await readSource(path, text)).facts], DEFAULT_SETTINGS);
  const sum = counted.reduce((total, spy) => total + spy.mock.calls.length, 0);
  vi.restoreAllMocks();
  return sum;
}

const STATEMENT =
  "SELECT a.id FROM job a JOIN b ON b.id = a.id WHERE a.status = 0 AND (a.x + 1) * 2 > f(a.y, ?) ORDER BY a.id LIMIT 20 FOR UPDATE;\n";
const FUNCTION = `async function run(conn, n) {
  let q = "SELECT id FROM job WHERE status = 0";
  q += " AND id > " + n;
  await conn.beginTransaction();
  const [rows] = await conn.query(q + " LIMIT 100 FOR UPDATE");
  for (const row of rows) await conn.query("UPDATE job SET owner = ? WHERE id = ?", [n, row.id]);
  await conn.commit();
}
`;

const REDIS = `async function take(redis, n) {
  const due = await redis.zrangebyscore("jobs:delayed", 0, Date.now());
  for (const job of due) {
    await redis.zrem("jobs:delayed", job);
    await redis.lpush("jobs", JSON.stringify({ job, n }));
  }
  await help(redis);
}
`;

/** One helper that locks and one that is called with what it gives, of whichever name. */
const HELPER = `async function lockNext(conn) { return conn.query("SELECT id FROM job WHERE status = 0 LIMIT 1 FOR UPDATE"); }
async function mark(conn, row) { await conn.query("UPDATE job SET status = 1 WHERE id = ?", [row.id]); }
async function take(conn) {
  await conn.beginTransaction();
  const job = await lockNext(conn);
  await mark(conn, job);
  await conn.commit();
}
`;
const LOOP = `import { Worker } from "bullmq";
new Worker("mail", async (job) => { await take(job); });
async function work(pool) {
  for (;;) {
    const rows = await pool.query("SELECT id FROM job WHERE status = 'new' LIMIT 10");
    for (const row of rows) await handle(row);
    await sleep(1000);
  }
}
`;

it.each([
  ["statements of a file", (n: number) => STATEMENT.repeat(n), "x.sql", 200],
  [
    "conditions of a statement",
    (n: number) => `SELECT 1 FROM t WHERE a = 1 ${" AND (b + 1) = c".repeat(n)}`,
    "x.sql",
    1000,
  ],
  [
    "rows of an INSERT",
    (n: number) => `INSERT INTO t VALUES ${"(1, 'a', NULL), ".repeat(n)} (1, 'b', 2)`,
    "x.sql",
    1000,
  ],
  ["parentheses that never close", (n: number) => `SELECT ${"(".repeat(n)}`, "x.sql", 2000],
  ["functions of a file", (n: number) => FUNCTION.repeat(n), "x.ts", 50],
  ["calls of functions that lock", (n: number) => HELPER.repeat(n), "x.ts", 50],
  [
    "calls of one function",
    (n: number) => `${HELPER}\nasync function all(conn) { ${"await lockNext(conn); ".repeat(n)} }`,
    "x.ts",
    100,
  ],
  [
    "loops in loops",
    (n: number) =>
      `async function run(pool) { ${"while (a) { const rows = await pool.query('SELECT id FROM job WHERE status = 0 LIMIT 5'); if (!rows.length) await sleep(1000); ".repeat(n)} ${"} ".repeat(n)} }`,
    "x.ts",
    20,
  ],
  ["loops and handlers of a file", (n: number) => LOOP.repeat(n), "x.ts", 50],
  [
    "parts of a chain of +",
    (n: number) =>
      `const q = "SELECT 1 FROM t WHERE a = 1 FOR UPDATE"${' + " AND b = " + x'.repeat(n)}; pool.query(q);`,
    "x.ts",
    300,
  ],
  [
    "calls of a chain",
    (n: number) => `db.selectFrom("t")${'.where("a", "=", 1)'.repeat(n)}.forUpdate().execute();`,
    "x.ts",
    200,
  ],
  [
    "writes of a variable",
    (n: number) => `let q = "SELECT 1 FROM t"; ${'q += " /* x */"; pool.query(q);'.repeat(n)} // for update`,
    "x.ts",
    300,
  ],
  [
    "functions on Redis that call one helper",
    (n: number) => `${'async function help(redis) { await redis.rpop("jobs"); }\n'}${REDIS.repeat(n)}`,
    "x.ts",
    50,
  ],
  [
    "functions that call the next one",
    (n: number) =>
      Array.from(
        { length: n },
        (_, i) => `const f${i} = async () => { await redis.rpop("jobs"); await f${i + 1}(); };`,
      ).join(),
    "x.ts",
    100,
  ],
  [
    "commands of a batch",
    (n: number) => `redis.pipeline()${'.rpop("jobs").zadd("set", Date.now(), job)'.repeat(n)}.exec();`,
    "x.ts",
    50,
  ],
])("twice as many %s take at most 2.2 times the steps", async (_name, text, path, n) => {
  const [once, twice] = [await steps(text(n), path), await steps(text(2 * n), path)];
  expect(once).toBeGreaterThan(n);
  expect(twice / once).toBeLessThanOrEqual(2.2);
});

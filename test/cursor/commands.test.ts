import { beforeAll, beforeEach, expect, test } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { cursorProject } from "./cursor-project.js";
import { fill } from "./run-walk.js";

const ROWS = 2_500;
/** In the handler's environment: the worker stops itself after so many batches. */
const HANDLER = `let left = Number(process.env.BATCHES ?? Infinity);
export const handleRecode = async (rows) => {
  if (left-- === 0) process.kill(process.pid, "SIGTERM");
};
`;

eachServer((server) => {
  const database = freshDatabase(server);
  const project = cursorProject({
    handler: HANDLER,
    schema: (text) => text.replace("batch: 500", 'batch: 100, where: "kind = 1"'),
  });
  beforeAll(async () => {
    await database.query("CREATE TABLE orders (id bigint unsigned NOT NULL PRIMARY KEY, kind int NOT NULL)");
    const rows = Array.from({ length: ROWS }, (_, n) => [n, n % 5]);
    await fill(database, "orders", ["id", "kind"], rows);
    expect(await project.queuegen(database.url, "migrate", "up")).toMatchObject({ code: 0 });
  });
  beforeEach(() => database.query("DELETE FROM recode_range"));
  const command = (...args: readonly string[]) => project.queuegen(database.url, ...args);

  test("progress --dry-run counts, and writes nothing", async () => {
    const { code, out } = await command("progress", "recode", "--dry-run", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ rows: ROWS, handled: ROWS / 5, exact: true });
    expect(await database.query("SELECT * FROM recode_range")).toEqual([]);
    expect((await command("progress", "recode")).out).toContain("has not begun");
  });

  test("progress tells how far a walk has come, and watches it to its end; reset forgets it", async () => {
    const stopped = await project.run(database.url, { BATCHES: "2" });
    expect(stopped).toMatchObject({ code: 0 });
    const { out } = await command("progress", "recode", "--json");
    const half = JSON.parse(out) as { rows: { passed: number; handled: number }; over: number | null };
    expect(half.over).toBeNull();
    expect(half.rows.passed).toBeGreaterThan(0);
    expect(half.rows.passed).toBeLessThan(ROWS);
    const [watched, walked] = await Promise.all([
      command("progress", "recode", "--watch"),
      project.run(database.url, {}),
    ]);
    expect(walked).toMatchObject({ code: 0 });
    expect(watched.out).toContain("2,500 of 2,500 rows passed, 500 handled");
    expect(watched.out).toContain("[########################] 100 %");
    expect(await command("reset", "recode")).toMatchObject({ code: 0 });
    expect((await command("progress", "recode")).out).toContain("has not begun");
  });

  test("progress --dry-run names what the walked table lacks, and blames the condition for what it says", async () => {
    const lacking = async (change: string, back: string) => {
      await database.query(change);
      try {
        const { code, err } = await command("progress", "recode", "--dry-run");
        expect(code).toBe(2);
        const worker = await project.run(database.url, {});
        expect(worker).toMatchObject({ code: 2 });
        expect(worker.err).toContain("queue recode: ");
        expect(worker.err).not.toMatch(/^ +at /m);
        return err;
      } finally {
        await database.query(back);
      }
    };
    const gone = await lacking("RENAME TABLE orders TO orders_old", "RENAME TABLE orders_old TO orders");
    expect(gone).toContain('the table "orders" that recode walks over is not in the database');
    expect(gone).not.toContain("migrate up");
    const column = (from: string, to: string, type: string) =>
      `ALTER TABLE orders CHANGE ${from} ${to} ${type} NOT NULL`;
    const key = await lacking(column("id", "nr", "bigint unsigned"), column("nr", "id", "bigint unsigned"));
    expect(key).toContain('the table "orders" has no column "id", which recode walks along');
    expect(key).toContain("`walk.key` in queues/schemas/recode.queue.ts names the columns of the primary key");
    const where = await lacking(column("kind", "sort", "int"), column("sort", "kind", "int"));
    expect(where).toContain(
      'Correct `walk.where` in queues/schemas/recode.queue.ts, which is "kind = 1". Nothing was changed.',
    );
  });

  test("progress says why ranges fail and when they are tried again, and ends with 1 where a walk is over with dead ones", async () => {
    const range =
      "INSERT INTO recode_range (status, error_message, run_at, lo_id, hi_id, rows_planned, create_time) VALUES";
    await database.query(`${range} (5, 'no such thing', UNIX_TIMESTAMP() * 1000 + 3600000, 0, 9, 10, 0)`);
    const failing = await command("progress", "recode");
    expect(failing.code).toBe(0);
    expect(failing.out).toMatch(/failing: 1 range failed and waits, the next attempt is due in .*: no such thing/);
    await database.query("UPDATE recode_range SET status = 3, run_at = NULL");
    const dead = await command("progress", "recode");
    expect(dead.code).toBe(1);
    expect(dead.out).toContain("[------------------------]   0 %  0 of 10 rows passed");
    expect(dead.out).toContain("`queuegen retry recode --dead` and a worker go on with it");
    const { code, err } = await project.run(database.url, {});
    expect(code).toBe(1);
    expect(err.trimEnd().split("\n").at(-1)).toMatch(/1 dead: `queuegen retry recode --dead` .*no such thing/);
  });

  test("reset leaves a run alone whose workers live, unless forced", async () => {
    await database.query(
      "INSERT INTO recode_range (id, status, worker_id, claim_token, claim_time, create_time) VALUES (1, 1, 'web-1', 't', UNIX_TIMESTAMP(), 0)",
    );
    const refused = await command("reset", "recode");
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.err).toContain("in work, by web-1");
    expect(await command("reset", "recode", "--force")).toMatchObject({ code: 0 });
    expect(await database.query("SELECT * FROM recode_range")).toEqual([]);
  });

  test("what means nothing in this mode is refused", async () => {
    expect((await command("push", "recode", "{}")).err).toContain("nothing is enqueued in mode cursor");
    expect((await command("progress", "recode", "--watch", "--dry-run")).code).toBe(2);
  });
});

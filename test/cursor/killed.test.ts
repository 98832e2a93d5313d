import { expect, test } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { type CursorWorker, cursorProject } from "./cursor-project.js";
import { fill } from "./run-walk.js";

const ROWS = 60_000;
const BATCH = 250;
const CONCURRENCY = 2;
const KILLS = 5;

/** One statement a batch, so that a batch is in the ledger whole or not at all. */
const HANDLER = `import { createPool } from "mysql2/promise";
const ledger = createPool({ uri: process.env.DATABASE_URL, connectionLimit: ${CONCURRENCY} });
let batches = 0;
export const handleRecode = async (rows) => {
  const batch = process.pid + "-" + ++batches;
  await ledger.query("INSERT INTO ledger (id, pid, batch) VALUES ?", [rows.map(({ id }) => [id, process.pid, batch])]);
};
`;

eachServer((server) => {
  const database = freshDatabase(server);
  const count = async (): Promise<number> =>
    Number((await database.query<{ n: number }>("SELECT COUNT(*) AS n FROM ledger"))[0]?.n);

  const project = cursorProject({
    handler: HANDLER,
    schema: (text) =>
      text
        .replace("batch: 500", `batch: ${BATCH}`)
        .replace("worker: { concurrency: 4 }", `worker: { concurrency: ${CONCURRENCY} }, claim: { lease: "10s" }`),
  });
  const start = () => project.start(database.url);

  test(`${ROWS} rows with holes, ${KILLS} workers killed: every row is handled, and only batches in flight are repeated`, {
    timeout: 300_000,
  }, async () => {
    await database.query("CREATE TABLE orders (id bigint unsigned NOT NULL PRIMARY KEY)");
    await database.query(
      "CREATE TABLE ledger (id bigint unsigned NOT NULL, pid int NOT NULL, batch varchar(32) NOT NULL, KEY (id))",
    );
    // Holes of a thousand after every 997 rows, and one of a million in the middle.
    const rows = Array.from({ length: ROWS }, (_, n) => [n + 1_000 * Math.floor(n / 997) + (n > ROWS / 2 ? 1e6 : 0)]);
    await fill(database, "orders", ["id"], rows);
    expect(await project.queuegen(database.url, "migrate", "up")).toMatchObject({ code: 0 });

    let workers = [start(), start(), start()];
    const killed = new Set<number>();
    for (let kill = 1; kill <= KILLS; kill++) {
      const enough = (ROWS * kill) / (KILLS + 2);
      while ((await count()) < enough) await new Promise((resolve) => setTimeout(resolve, 20));
      const victim = workers.shift() as CursorWorker;
      killed.add(victim.child.pid ?? 0);
      victim.child.kill("SIGKILL");
      await victim.exited;
      workers = [...workers, start()];
    }
    for (const { exited } of workers) expect(await exited).toMatchObject({ code: 0 });

    const missing = await database.query(
      "SELECT orders.id FROM orders LEFT JOIN ledger ON ledger.id = orders.id WHERE ledger.id IS NULL",
    );
    expect(missing).toEqual([]);
    // Batches of which a row was handled again later, by whose they were.
    const repeated = await database.query<{ pid: number; batches: number }>(
      `SELECT first.pid, COUNT(DISTINCT first.batch) AS batches FROM ledger AS first
         JOIN ledger AS again ON again.id = first.id AND again.batch <> first.batch
         WHERE first.pid IN (?) GROUP BY first.pid`,
      [[...killed]],
    );
    for (const { batches } of repeated) expect(Number(batches)).toBeLessThanOrEqual(CONCURRENCY);
    const twice = (await count()) - ROWS;
    expect(twice).toBeLessThanOrEqual(KILLS * CONCURRENCY * BATCH);
    const ranges = await database.query<{ status: number }>("SELECT DISTINCT status FROM recode_range");
    expect(ranges).toEqual([{ status: 2 }]);
  });
});

import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import ts from "typescript";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { queuegen } from "../cli/run.js";
import { eachServer, freshDatabase } from "../services/database.js";
import { installPackages } from "../types/compiler.js";
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

const root = mkdtempSync(path.join(tmpdir(), "queuegen-cursor-"));
const at = (file: string): string => path.join(root, file);
const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
});
afterAll(() => rmSync(root, { recursive: true }));
beforeAll(async () => {
  writeFileSync(at("package.json"), '{ "type": "module", "private": true }\n');
  mkdirSync(at("node_modules"), { recursive: true });
  installPackages({ root });
  expect(await queuegen(root, ["add", "recode", "--mode", "cursor", "--table", "orders"])).toMatchObject({ code: 0 });
  const schema = at("queues/schemas/recode.queue.ts");
  const text = readFileSync(schema, "utf8")
    .replace("batch: 500", `batch: ${BATCH}`)
    .replace("worker: { concurrency: 4 }", `worker: { concurrency: ${CONCURRENCY} }, claim: { lease: "10s" }`);
  writeFileSync(schema, text);
  expect(await queuegen(root, ["generate"])).toMatchObject({ code: 0 });
  toJavaScript(at("queues"));
  writeFileSync(at("queues/handlers/recode.js"), HANDLER);
});

eachServer((server) => {
  const database = freshDatabase(server);
  const count = async (): Promise<number> =>
    Number((await database.query<{ n: number }>("SELECT COUNT(*) AS n FROM ledger"))[0]?.n);

  interface Worker {
    readonly child: ChildProcess;
    readonly exited: Promise<{ readonly code: number | null; readonly err: string }>;
  }
  function start(): Worker {
    const child = spawn(process.execPath, ["queues/worker.js"], {
      cwd: root,
      env: { PATH: process.env.PATH, DATABASE_URL: database.url },
      stdio: ["ignore", "ignore", "pipe"],
    });
    children.add(child);
    let err = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      err += text;
    });
    const exited = new Promise<{ code: number | null; err: string }>((resolve) =>
      child.once("close", (code) => {
        children.delete(child);
        resolve({ code, err });
      }),
    );
    return { child, exited };
  }

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
    const env = { DATABASE_URL: database.url };
    expect(await queuegen(root, ["migrate", "up"], { env })).toMatchObject({ code: 0 });

    let workers = [start(), start(), start()];
    const killed = new Set<number>();
    for (let kill = 1; kill <= KILLS; kill++) {
      const enough = (ROWS * kill) / (KILLS + 2);
      while ((await count()) < enough) await new Promise((resolve) => setTimeout(resolve, 20));
      const victim = workers.shift() as Worker;
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

/** Types away: a worker runs as any project's does after its build. */
function toJavaScript(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  )) {
    const file = path.join(folder, name);
    const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    const { outputText } = ts.transpileModule(readFileSync(file, "utf8"), { compilerOptions: options });
    writeFileSync(file.replace(/\.ts$/, ".js"), outputText);
  }
}

import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("loop-needs-stop", () => {
  it.each([
    [
      "while (true)",
      'async function work(pool, signal) {\n  while (true) {\n    const [rows] = await pool.query("SELECT id, url FROM job WHERE status = 0 ORDER BY id LIMIT 100");\n    if (rows.length === 0) { await sleep(1000); continue; }\n    for (const row of rows) await handle(row);\n  }\n}',
    ],
    [
      "a flag that nothing changes",
      'let running = true;\nasync function work(pool, signal) {\n  while (running) {\n    const [rows] = await pool.query("SELECT id, url FROM job WHERE status = 0 ORDER BY id LIMIT 100");\n    if (rows.length === 0) { await sleep(1000); continue; }\n    for (const row of rows) await handle(row);\n  }\n}',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("loop-needs-stop", code)).toMatchSnapshot();
  });

  it.each([
    'async function work(pool, signal) {\n  while (!signal.aborted) {\n    const [rows] = await pool.query("SELECT id, url FROM job WHERE status = 0 ORDER BY id LIMIT 100");\n    if (rows.length === 0) { await sleep(1000); continue; }\n    for (const row of rows) await handle(row);\n  }\n}',
    'async function work(pool, signal) {\n  for (;;) {\n    const [rows] = await pool.query("SELECT id, url FROM job WHERE status = 0 ORDER BY id LIMIT 100");\n    if (rows.length === 0) return;\n    for (const row of rows) await handle(row);\n  }\n}',
    "let running = true;\nprocess.on('SIGTERM', () => { running = false; });\nasync function work(pool, signal) {\n  while (running) {\n    const [rows] = await pool.query(\"SELECT id, url FROM job WHERE status = 0 ORDER BY id LIMIT 100\");\n    if (rows.length === 0) { await sleep(1000); continue; }\n    for (const row of rows) await handle(row);\n  }\n}",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});

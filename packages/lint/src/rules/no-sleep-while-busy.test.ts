import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("no-sleep-while-busy", () => {
  it.each([
    [
      "after every batch",
      'async function work(pool, signal) {\n  while (!signal.aborted) {\n    const [rows] = await pool.query("SELECT id, url FROM job WHERE status = 0 ORDER BY id LIMIT 100");\n    for (const row of rows) await handle(row);\n    await sleep(1000);\n  }\n}',
    ],
    [
      "after each row",
      'async function work(pool, signal) {\n  while (!signal.aborted) {\n    const [rows] = await pool.query("SELECT id, url FROM job WHERE status = 0 ORDER BY id LIMIT 100");\n    if (rows.length === 0) { await sleep(1000); continue; }\n    for (const row of rows) {\n      await handle(row);\n      await new Promise((resolve) => setTimeout(resolve, PAUSE));\n    }\n  }\n}',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-sleep-while-busy", code)).toMatchSnapshot();
  });

  it.each([
    'async function work(pool, signal) {\n  while (!signal.aborted) {\n    const [rows] = await pool.query("SELECT id, url FROM job WHERE status = 0 ORDER BY id LIMIT 100");\n    for (const row of rows) await handle(row);\n    if (rows.length === 0) await sleep(1000);\n  }\n}',
    'async function work(pool, signal) {\n  while (!signal.aborted) {\n    const [rows] = await pool.query("SELECT id, url FROM job WHERE status = 0 ORDER BY id LIMIT 100");\n    for (const row of rows) await handle(row);\n    await sleep(rows.length > 0 ? 0 : 1000);\n  }\n}',
    'async function work(pool, signal) {\n  while (!signal.aborted) {\n    const [rows] = await pool.query("SELECT id, url FROM article WHERE id > ? LIMIT 100", [last]);\n    for (const row of rows) await handle(row);\n    await sleep(1000);\n  }\n}',
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});

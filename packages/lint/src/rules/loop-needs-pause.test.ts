import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("loop-needs-pause", () => {
  it.each([
    [
      "no pause",
      'async function work(pool, signal) {\n  while (!stopping) {\n    const [rows] = await pool.query("SELECT id, url FROM job WHERE status = 0 ORDER BY id LIMIT 100");\n    for (const row of rows) await handle(row);\n  }\n}',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("loop-needs-pause", code)).toMatchSnapshot();
  });

  it.each([
    'async function work(pool, signal) {\n  while (!stopping) {\n    const [rows] = await pool.query("SELECT id, url FROM job WHERE status = 0 ORDER BY id LIMIT 100");\n    if (rows.length === 0) { await sleep(1000); continue; }\n    for (const row of rows) await handle(row);\n  }\n}',
    'async function work(pool, signal) {\n  while (!stopping) {\n    const [rows] = await pool.query("SELECT id, url FROM job WHERE status = 0 ORDER BY id LIMIT 100");\n    if (rows.length === 0) await wake;\n    await settle();\n    for (const row of rows) await handle(row);\n  }\n}',
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("no-overlapping-interval", () => {
  it.each([
    [
      "a callback that waits",
      'setInterval(async () => {\n  const [rows] = await pool.query("SELECT id, url FROM job WHERE status = 0 ORDER BY id LIMIT 100");\n  for (const row of rows) await fetch(row.url);\n}, 1000);',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-overlapping-interval", code)).toMatchSnapshot();
  });

  it.each([
    'let busy = false;\nsetInterval(async () => {\n  if (busy) return;\n  busy = true;\n  const [rows] = await pool.query("SELECT id, url FROM job WHERE status = 0 ORDER BY id LIMIT 100");\n  for (const row of rows) await fetch(row.url);\n  busy = false;\n}, 1000);',
    'setInterval(() => pool.query("SELECT COUNT(*) FROM job WHERE status = 0").then(gauge), 1000);',
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});

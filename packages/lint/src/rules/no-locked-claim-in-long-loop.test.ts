import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("no-locked-claim-in-long-loop", () => {
  it.each([
    [
      "writes row by row",
      'async function run(conn) {\n  await conn.beginTransaction();\n  const [rows] = await conn.query("SELECT id FROM job WHERE status = 0 FOR UPDATE");\n  for (const row of rows) await conn.query("UPDATE job SET owner = ? WHERE id = ?", [me, row.id]);\n  await conn.commit();\n}',
    ],
    [
      "locks more with every turn",
      'async function run(conn) {\n  await conn.beginTransaction();\n  while (true) {\n    const [rows] = await conn.query("SELECT id FROM job WHERE status = 0 LIMIT 10 FOR UPDATE SKIP LOCKED");\n    if (rows.length === 0) break;\n  }\n  await conn.commit();\n}',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-locked-claim-in-long-loop", code)).toMatchSnapshot();
  });

  it.each([
    'async function run(conn) {\n  await conn.beginTransaction();\n  const [rows] = await conn.query("SELECT id FROM job WHERE status = 0 LIMIT 10 FOR UPDATE");\n  for (const row of rows) await conn.query("UPDATE job SET owner = ? WHERE id = ?", [me, row.id]);\n  await conn.commit();\n}',
    'async function run(conn, signal) {\n  while (!signal.aborted) {\n    await conn.beginTransaction();\n    const [rows] = await conn.query("SELECT id FROM job WHERE status = 0 LIMIT 10 FOR UPDATE");\n    await conn.query("UPDATE job SET owner = 1 WHERE id IN (?)", [rows.map((row) => row.id)]);\n    await conn.commit();\n    if (rows.length === 0) await sleep(1000);\n  }\n}',
    'async function run(conn) {\n  await conn.beginTransaction();\n  const [lines] = await conn.query("SELECT id FROM line WHERE order_id = ? FOR UPDATE", [order]);\n  for (const line of lines) await conn.query("UPDATE line SET price = 1 WHERE id = ?", [line.id]);\n  await conn.commit();\n}',
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});

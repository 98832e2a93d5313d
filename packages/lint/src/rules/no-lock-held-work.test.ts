import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("no-lock-held-work", () => {
  it.each([
    [
      "between BEGIN and COMMIT",
      'async function run(conn) {\n  await conn.query("BEGIN");\n  const [rows] = await conn.query("SELECT id FROM job WHERE status = 0 LIMIT 1 FOR UPDATE");\n  await notify(rows[0]);\n  await conn.query("COMMIT");\n}',
    ],
    [
      "inside a helper of the same file",
      'async function push(row) {\n  await fetch(row.url);\n}\nasync function run(conn) {\n  await conn.beginTransaction();\n  const [rows] = await conn.query("SELECT id, url FROM orders WHERE id = 7 FOR UPDATE");\n  await push(rows[0]);\n  await conn.commit();\n}',
    ],
    [
      "in a branch that commits only at the end",
      'async function run(conn) {\n  await conn.beginTransaction();\n  const [rows] = await conn.query("SELECT id FROM job WHERE status = 0 LIMIT 1 FOR SHARE");\n  if (rows.length === 0) {\n    await conn.rollback();\n    return;\n  }\n  await axios.get(rows[0].url);\n  await conn.commit();\n}',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-lock-held-work", code)).toMatchSnapshot();
  });

  it.each([
    'async function run(conn) {\n  await conn.beginTransaction();\n  const [rows] = await conn.query("SELECT id FROM job WHERE status = 0 LIMIT 1 FOR UPDATE");\n  await conn.query("UPDATE job SET owner = 1 WHERE id = ?", [rows[0].id]);\n  await conn.commit();\n  await fetch(rows[0].url);\n}',
    'async function run(conn) {\n  await fetch("https://example.org");\n  await conn.beginTransaction();\n  const [rows] = await conn.query("SELECT id FROM job WHERE status = 0 LIMIT 1 FOR UPDATE");\n  await save(conn, rows);\n  await conn.commit();\n}',
    'async function run(pool) {\n  const [rows] = await pool.query("SELECT id FROM job WHERE status = 0 LIMIT 1 FOR UPDATE");\n  await fetch(rows[0].url);\n}',
    'async function run(conn) {\n  await conn.beginTransaction();\n  try {\n    await conn.query("SELECT id FROM job WHERE status = 0 LIMIT 1 FOR UPDATE");\n    await conn.commit();\n  } catch (error) {\n    await conn.rollback();\n    await fetch("https://errors.example");\n  }\n}',
    'async function run(conn) {\n  await conn.beginTransaction();\n  const [rows] = await conn.query("SELECT id FROM job WHERE status = 0 LIMIT 1 FOR UPDATE");\n  setTimeout(() => fetch(rows[0].url), 1000);\n  queue.push(() => fetch(rows[0].url));\n  await conn.commit();\n}',
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});

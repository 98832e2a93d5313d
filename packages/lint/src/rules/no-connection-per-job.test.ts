import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("no-connection-per-job", () => {
  it.each([
    [
      "a connection",
      'import mysql from "mysql2/promise";\nimport type { NotifyHandler } from "../generated/notify/consumer.js";\nexport const handleNotify: NotifyHandler = async (job, ctx) => {\n  const conn = await mysql.createConnection(url);\n  await conn.query("INSERT INTO seen VALUES (?)", [job.id]);\n  await conn.end();\n};',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-connection-per-job", code)).toMatchSnapshot();
  });

  it.each([
    'import mysql from "mysql2/promise";\nconst pool = mysql.createPool(url);\nimport type { NotifyHandler } from "../generated/notify/consumer.js";\nexport const handleNotify: NotifyHandler = async (job, ctx) => {\n  await pool.query("INSERT INTO seen VALUES (?)", [job.id]);\n};',
    'import mysql from "mysql2/promise";\nlet pool;\nimport type { NotifyHandler } from "../generated/notify/consumer.js";\nexport const handleNotify: NotifyHandler = async (job, ctx) => {\n  pool ??= mysql.createPool(url);\n  await pool.query("INSERT INTO seen VALUES (?)", [job.id]);\n};',
    'import mysql from "mysql2/promise";\nexport async function main() {\n  const conn = await mysql.createConnection(url);\n  await conn.query("SELECT id FROM job WHERE status = 0 LIMIT 1");\n}',
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("payload-id-only", () => {
  it.each([
    [
      "a row as JSON, through a variable",
      'import Redis from "ioredis"; const redis = new Redis();\nconst [rows] = await pool.query("SELECT * FROM mail LIMIT 100");\nfor (const row of rows) {\n  const body = JSON.stringify(row);\n  await redis.xadd("mails", "*", "body", body);\n}',
    ],
    [
      "a row with something added, on a list",
      'import { createClient } from "redis"; const client = createClient();\nconst [rows] = await pool.query("SELECT * FROM mail LIMIT 100");\nawait Promise.all(rows.map((row) => client.lPush("queue:mails", JSON.stringify({ ...row, at: Date.now() }))));',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("payload-id-only", code)).toMatchSnapshot();
  });

  it.each([
    'import Redis from "ioredis"; const redis = new Redis();\nconst [rows] = await pool.query("SELECT id FROM mail LIMIT 100");\nfor (const row of rows) await redis.xadd("mails", "*", "id", row.id);',
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.xadd("mails", "*", "body", JSON.stringify(request.body));',
    'import Redis from "ioredis"; const redis = new Redis();\nconst [rows] = await pool.query("SELECT * FROM mail LIMIT 100");\nfor (const row of rows) await redis.lpush("history", JSON.stringify(row));',
    'import Redis from "ioredis"; const redis = new Redis();\nconst [rows] = await pool.query("SELECT * FROM mail LIMIT 100");\nawait redis.set("cache:mail", JSON.stringify(rows));',
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("ack-after-work", () => {
  it.each([
    [
      "an entry acknowledged first",
      'import Redis from "ioredis"; const redis = new Redis();\nconst answer = await redis.xreadgroup("GROUP", group, consumer, "COUNT", 10, "STREAMS", "mails", ">");\nfor (const [id, fields] of answer[0][1]) {\n  await redis.xack("mails", group, id);\n  await handleMail(fields);\n}\nawait redis.xautoclaim("mails", group, consumer, 60_000, 0);\n',
    ],
    [
      "a batch acknowledged as a whole",
      'import { createClient } from "redis"; const client = createClient();\nwhile (!stopping) {\n  const answer = await client.xReadGroup(group, consumer, { key: "mails", id: ">" }, { COUNT: 10 });\n  await client.xAck("mails", group, answer[0].messages.map(({ id }) => id));\n  await Promise.all(answer[0].messages.map(({ message }) => fetch(message.url)));\n  await client.xAutoClaim("mails", group, consumer, 60_000, "0");\n}',
    ],
    [
      "helpers, and a look at the row that claims nothing",
      'import Redis from "ioredis"; const redis = new Redis();\nconst done = (id) => redis.xack("mails", group, id);\nasync function one(id, fields) {\n  const [rows] = await pool.query("SELECT id, address FROM mail WHERE id = ?", [fields[1]]);\n  await done(id);\n  await sendMail(rows[0]);\n}\nasync function run() {\n  const answer = await redis.xreadgroup("GROUP", group, consumer, "COUNT", 10, "STREAMS", "mails", ">");\n  for (const [id, fields] of answer[0][1]) await one(id, fields);\n  await redis.xautoclaim("mails", group, consumer, 60_000, 0);\n}',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("ack-after-work", code)).toMatchSnapshot();
  });

  it.each([
    'import Redis from "ioredis"; const redis = new Redis();\nconst answer = await redis.xreadgroup("GROUP", group, consumer, "COUNT", 10, "STREAMS", "mails", ">");\nfor (const [id, fields] of answer[0][1]) {\n  await handleMail(fields);\n  await redis.xack("mails", group, id);\n}\nawait redis.xautoclaim("mails", group, consumer, 60_000, 0);\n',
    'import Redis from "ioredis"; const redis = new Redis();\nconst answer = await redis.xreadgroup("GROUP", group, consumer, "COUNT", 10, "STREAMS", "mails", ">");\nfor (const [id, fields] of answer[0][1]) {\n  const [claim] = await pool.query("UPDATE mail_task SET status = 1, claim_token = ?, claim_time = ? WHERE id = ? AND status = 4", [token, now, fields[1]]);\n  await redis.xack("mails", group, id);\n  if (claim.affectedRows === 1) await handleMail(fields);\n}\nawait redis.xautoclaim("mails", group, consumer, 60_000, 0);\n',
    'import Redis from "ioredis"; const redis = new Redis();\nconst answer = await redis.xreadgroup("GROUP", group, consumer, "COUNT", 10, "STREAMS", "mails", ">");\nfor (const [id, fields] of answer[0][1]) {\n  const won = await claim(fields[1]);\n  await redis.xack("mails", group, id);\n  if (won) await handleMail(fields);\n}\nawait redis.xautoclaim("mails", group, consumer, 60_000, 0);\n',
    'import pg from "pg";\nimport Redis from "ioredis"; const redis = new Redis();\nconst answer = await redis.xreadgroup("GROUP", group, consumer, "COUNT", 10, "STREAMS", "mails", ">");\nfor (const [id, fields] of answer[0][1]) {\n  await pool.query("UPDATE results SET done = true WHERE id = $1", [fields[1]]);\n  await redis.xack("mails", group, id);\n  await handleNextStep(fields);\n}\nawait redis.xautoclaim("mails", group, consumer, 60_000, 0);\n',
    'import Redis from "ioredis"; const redis = new Redis();\nconst answer = await redis.xreadgroup("GROUP", group, consumer, "COUNT", 10, "STREAMS", "mails", ">");\nfor (const [id, fields] of answer[0][1]) {\n  if (!fields[1]) {\n    await redis.xack("mails", group, id);\n    continue;\n  }\n  await handleMail(fields);\n  await redis.xack("mails", group, id);\n}\nawait redis.xautoclaim("mails", group, consumer, 60_000, 0);\n',
    'import Redis from "ioredis"; const redis = new Redis();\nconst answer = await redis.xreadgroup("GROUP", group, consumer, "COUNT", 10, "STREAMS", "mails", ">");\nfor (const [id, fields] of answer[0][1]) {\n  await redis.lpush("mails:kept", fields[1]);\n  await redis.xack("mails", group, id);\n  await handleMail(fields);\n}\nawait redis.xautoclaim("mails", group, consumer, 60_000, 0);\n',
    'import Redis from "ioredis"; const redis = new Redis();\nconst answer = await redis.xreadgroup("GROUP", group, consumer, "COUNT", 1, "NOACK", "STREAMS", "mails", ">");\nawait redis.xack("mails", group, id);\nawait handleMail(answer);',
    'import Redis from "ioredis"; const redis = new Redis();\nexport async function onDone(id) {\n  await redis.xack("mails", group, id);\n  await sendReport(id);\n}',
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});

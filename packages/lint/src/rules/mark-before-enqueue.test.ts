import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("mark-before-enqueue", () => {
  it.each([
    [
      "a queue whose mark comes last",
      'import Redis from "ioredis"; const redis = new Redis();\nawait redis.xadd("tasks", "*", "id", id);\nawait pool.query("UPDATE notify_task SET status = 4, claim_time = ? WHERE id = ? AND status = 0", [now, id]);\n',
    ],
    [
      "any table that is told to be queued",
      'import { createClient } from "redis"; const client = createClient();\nawait client.xAdd("exports", "*", { id });\nawait db("exports").where({ id }).update({ status: "queued" });',
    ],
    [
      "a list, on no queue: a warning",
      'import Redis from "ioredis"; const redis = new Redis();\nawait redis.lpush("queue:exports", id);\nawait pool.query("UPDATE exports SET state = \'enqueued\' WHERE id = ?", [id]);',
    ],
    [
      "helpers of the same file",
      'import Redis from "ioredis"; const redis = new Redis();\nconst send = (id) => redis.xadd("tasks", "*", "id", id);\nconst mark = (id) => pool.query("UPDATE notify_task SET status = 4, claim_time = ? WHERE id = ? AND status = 0", [now, id]);\nexport async function produce(ids) {\n  for (const id of ids) {\n    await send(id);\n    await mark(id);\n  }\n}',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("mark-before-enqueue", code)).toMatchSnapshot();
  });

  it.each([
    'import Redis from "ioredis"; const redis = new Redis();\nawait pool.query("UPDATE notify_task SET status = 4, claim_time = ? WHERE id = ? AND status = 0", [now, id]);\nawait redis.xadd("tasks", "*", "id", id);',
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.xadd("orders", "*", "id", id);\nawait pool.query("UPDATE outbox SET status = \'queued\' WHERE id = ?", [id]);',
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.xadd("orders", "*", "id", id);\nawait pool.query("UPDATE orders SET status = \'published\' WHERE id = ?", [id]);',
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.xadd("orders", "*", "id", id);\nawait pool.query("UPDATE orders SET status = 4 WHERE id = ?", [id]);',
    'import Redis from "ioredis"; const redis = new Redis();\ntry { await redis.xadd("orders", "*", "id", id); } catch { await pool.query("UPDATE orders SET status = \'queued\' WHERE id = ?", [id]); }',
    'import Redis from "ioredis"; const redis = new Redis();\nif (fast) { await redis.xadd("orders", "*", "id", id); return; }\nawait pool.query("UPDATE orders SET status = \'queued\' WHERE id = ?", [id]);',
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.lpush("history", id);\nawait pool.query("UPDATE orders SET status = \'queued\' WHERE id = ?", [id]);',
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});

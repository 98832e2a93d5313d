// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of code
import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("no-nonatomic-zset-pop", () => {
  it.each([
    [
      "members that all workers read, removed one by one",
      'import Redis from "ioredis"; const redis = new Redis();\nsetInterval(async () => {\n  const due = await redis.zrangebyscore("delay:orders", "-inf", Date.now(), "LIMIT", 0, 20);\n  for (const order of due) {\n    await close(order);\n    await redis.zrem("delay:orders", order);\n  }\n}, 1000);',
    ],
    [
      "a removal by score, in node-redis",
      'import { createClient } from "redis"; const client = createClient();\nexport async function take(queue: string) {\n  const now = Date.now();\n  const due = await client.zRange(`queue:${queue}`, "-inf", now, { BY: "SCORE", LIMIT: { offset: 0, count: 10 } });\n  await client.zRemRangeByScore(`queue:${queue}`, "-inf", now);\n  return due;\n}',
    ],
    [
      "a transaction that begins after the read",
      'import Redis from "ioredis"; const redis = new Redis();\nconst [first] = await redis.zrange("jobs:scheduled", 0, 0);\nawait redis.multi().zrem("jobs:scheduled", first).lpush("jobs", first).exec();',
    ],
    [
      "a removal by a helper",
      'import Redis from "ioredis"; const redis = new Redis();\nconst done = (job) => redis.zrem("jobs:delayed", job);\nasync function run() {\n  const jobs = await redis.zrangebyscore("jobs:delayed", 0, Date.now(), "LIMIT", 0, 5);\n  await Promise.all(jobs.map(async (job) => {\n    await work(job);\n    await done(job);\n  }));\n}',
    ],
    [
      "a set of any name that a timer empties: a warning",
      'import Redis from "ioredis"; const redis = new Redis();\nsetInterval(async () => {\n  const users = await redis.zrangebyscore("mutes", 0, Date.now(), "LIMIT", 0, 100);\n  for (const user of users) await redis.zrem("mutes", user);\n}, 1000);',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-nonatomic-zset-pop", code)).toMatchSnapshot();
  });

  it.each([
    'import Redis from "ioredis"; const redis = new Redis();\nconst due = await redis.zrangebyscore("jobs:delayed", 0, Date.now(), "LIMIT", 0, 5);\nfor (const job of due) if ((await redis.zrem("jobs:delayed", job)) === 1) await handle(job);',
    'import { createClient } from "redis"; const client = createClient();\nconst due = await client.zRangeByScore("jobs:delayed", 0, Date.now(), { LIMIT: { offset: 0, count: 5 } });\nfor (const job of due) { const won = await client.zRem("jobs:delayed", job); if (won) await handle(job); }',
    'import Redis from "ioredis"; const redis = new Redis();\nconst key = `rate:${user}`; const now = Date.now();\nawait redis.zremrangebyscore(key, 0, now - 1000);\nconst hits = await redis.zrangebyscore(key, 0, now);',
    'import Redis from "ioredis"; const redis = new Redis();\nconst now = Date.now(); const gone = await redis.zrangebyscore("sessions", 0, now);\nfor (const one of gone) await redis.del(one);\nawait redis.zremrangebyscore("sessions", 0, now);',
    'import Redis from "ioredis"; const redis = new Redis();\nconst lock = await redis.set("due:mutex", 1, "EX", 5, "NX"); if (!lock) return;\nconst due = await redis.zrangebyscore("jobs:delayed", 0, Date.now(), "LIMIT", 0, 5);\nawait redis.zrem("jobs:delayed", ...due);',
    'import Redis from "ioredis"; const redis = new Redis();\nconst all = await redis.zrange("jobs:delayed", 0, -1);\nfor (const job of all) if (JSON.parse(job).user === user) await redis.zrem("jobs:delayed", job);',
    'import Redis from "ioredis"; const redis = new Redis();\nconst [job] = await redis.zrangebyscore("jobs:delayed", score, score);\nawait redis.zrem("jobs:delayed", job);',
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.multi().zrangebyscore("jobs:delayed", 0, now, "LIMIT", 0, 5).zremrangebyrank("jobs:delayed", 0, 4).exec();',
    'import Redis from "ioredis"; const redis = new Redis();\nif (all) { for (const job of await redis.zrangebyscore("jobs:delayed", 0, now, "LIMIT", 0, 9)) print(job); } else { await redis.zrem("jobs:delayed", id); }',
    'import Redis from "ioredis"; const redis = new Redis();\nconst top = await redis.zrange("leaderboard", 0, 9); await redis.zremrangebyrank("leaderboard", 100, -1);',
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});

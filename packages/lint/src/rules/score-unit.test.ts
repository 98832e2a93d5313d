// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of code
import { describe, expect, it } from "vitest";
import { judge } from "../judge.js";
import { readSource } from "../read-source.js";
import { DEFAULT_SETTINGS } from "../settings.js";
import { lintText, printed } from "./fixtures.js";

describe("score-unit", () => {
  it.each([
    [
      "milliseconds for think-queue",
      'import Redis from "ioredis"; const redis = new Redis();\nawait redis.zadd(`queues:${name}:delayed`, Date.now() + delay * 1000, payload);',
    ],
    [
      "a set that is written in seconds and read in milliseconds",
      'import { createClient } from "redis"; const client = createClient();\nconst now = () => Math.floor(Date.now() / 1000);\nexport const later = (id) => client.zAdd("reminders", [{ score: now() + 60, value: id }]);\nexport const due = () => client.zRangeByScore("reminders", 0, Date.now(), { LIMIT: { offset: 0, count: 9 } });',
    ],
    [
      "a set that is written twice",
      'import Redis from "ioredis"; const redis = new Redis();\nawait redis.zadd("jobs:delayed", "NX", new Date().getTime() + 5000, a);\nawait redis.zadd("jobs:delayed", dayjs().add(1, "hour").unix(), b);',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("score-unit", code)).toMatchSnapshot();
  });

  it.each([
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.zadd("queues:mail:delayed", Math.ceil(Date.now() / 1000) + 60, payload);',
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.zadd("jobs:delayed", Date.now() + 60_000, id);\nconst due = await redis.zrangebyscore("jobs:delayed", 0, +new Date(), "LIMIT", 0, 5);',
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.zadd("leaderboard", points, user);\nawait redis.zrangebyscore("leaderboard", 0, Date.now());',
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.zadd(key, Date.now(), a);\nawait redis.zrangebyscore(key, 0, Date.now() / 1000);',
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.zadd("a:jobs", Date.now(), a);\nawait redis.zadd("b:jobs", Math.floor(Date.now() / 1000), a);',
    'import Redis from "ioredis"; const redis = new Redis();\nconst took = Date.now() - began;\nawait redis.zadd("jobs:times", took, id);\nawait redis.zadd("jobs:times", Math.round(took / 1000), id);',
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});

it("knows the unit that another file of the run writes", async () => {
  const producer = await readSource(
    "producer.ts",
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.zadd("reminders", Date.now() + 60_000, id);',
  );
  const consumer = await readSource(
    "consumer.ts",
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.zrangebyscore("reminders", 0, Math.floor(Date.now() / 1000), "LIMIT", 0, 50);',
  );
  const [finding, ...others] = judge([producer.facts, consumer.facts], DEFAULT_SETTINGS).findings;
  expect(others).toEqual([]);
  expect([finding?.code, finding?.at.file, finding?.notes?.[0]?.at.file]).toEqual([
    "score-unit",
    "consumer.ts",
    "producer.ts",
  ]);
});

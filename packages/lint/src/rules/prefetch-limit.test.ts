// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of code
import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("prefetch-limit", () => {
  it.each([
    [
      "all that is due",
      'import Redis from "ioredis"; const redis = new Redis();\nexport const due = () => redis.zrangebyscore("delayed:mails", 0, Date.now());',
    ],
    [
      "node-redis with options that have no limit",
      'import { createClient } from "redis"; const client = createClient();\nconst due = await client.zRange("delayed:mails", 0, String(Date.now()), { BY: "SCORE" });',
    ],
    [
      "a group that is handed everything",
      'import Redis from "ioredis"; const redis = new Redis();\nconst answer = await redis.xreadgroup("GROUP", group, consumer, "BLOCK", 5000, "STREAMS", "mails", ">");\nawait redis.xautoclaim("mails", group, consumer, 60_000, 0);',
    ],
    [
      "a script",
      'import Redis from "ioredis"; const redis = new Redis();\nconst due = await redis.eval(\n  `local due = redis.call("zrangebyscore", KEYS[1], 0, ARGV[1])\n  for _, job in ipairs(due) do\n    redis.call("zrem", KEYS[1], job)\n    redis.call("rpush", KEYS[2], job)\n  end\n  return due`, 2, "a", "b", Date.now());',
    ],
    [
      "a script that loses the rest: an error",
      'import Redis from "ioredis"; const redis = new Redis();\nredis.defineCommand("due", { numberOfKeys: 2, lua: `\n  local due = redis.call("ZRANGEBYSCORE", KEYS[1], "-inf", ARGV[1], "LIMIT", 0, 50) -- the first ones\n  redis.call("ZREMRANGEBYSCORE", KEYS[1], "-inf", ARGV[1])\n  redis.call("RPUSH", KEYS[2], unpack(due))` });',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("prefetch-limit", code)).toMatchSnapshot();
  });

  it.each([
    'import Redis from "ioredis"; const redis = new Redis();\nconst due = await redis.zrangebyscore("delayed:mails", 0, Date.now(), "LIMIT", 0, 50);',
    'import { createClient } from "redis"; const client = createClient();\nconst options = { LIMIT: { offset: 0, count: 50 } };\nconst due = await client.zRangeByScore("delayed:mails", 0, Date.now(), options);',
    'import { createClient } from "redis"; const client = createClient();\nconst due = await client.zRangeByScore("delayed:mails", 0, Date.now(), options);',
    'import Redis from "ioredis"; const redis = new Redis();\nconst due = await redis.zrangebyscore("delayed:mails", 0, Date.now(), ...limit);',
    'import Redis from "ioredis"; const redis = new Redis();\nconst hits = await redis.zrangebyscore(`rate:${user}`, 0, Date.now());',
    'import Redis from "ioredis"; const redis = new Redis();\nconst own = await redis.xreadgroup("GROUP", group, consumer, "STREAMS", "mails", "0");\nawait redis.xautoclaim("mails", group, consumer, 60_000, 0);',
    'import Redis from "ioredis"; const redis = new Redis();\nconst script = `redis.call("ZREMRANGEBYSCORE", KEYS[1], 0, ARGV[1]) redis.call("ZADD", KEYS[1], ARGV[2], ARGV[2]) return redis.call("ZCARD", KEYS[1])`;',
    'import Redis from "ioredis"; const redis = new Redis();\nconst script = `local all = redis.call("ZRANGEBYSCORE", KEYS[1], "-inf", "+inf") redis.call("ZREM", KEYS[1], all[1]) redis.call("RPUSH", KEYS[2], all[1])`;',
    'import Redis from "ioredis"; const redis = new Redis();\n// local due = redis.call("ZRANGEBYSCORE", KEYS[1], 0, ARGV[1])\nconst text = "-- redis.call(\'ZRANGEBYSCORE\', KEYS[1], 0, 1)";',
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});

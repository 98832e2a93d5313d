// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of code
import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("no-list-pop", () => {
  it.each([
    [
      "a pop in a worker loop, through a helper",
      'import Redis from "ioredis"; const redis = new Redis();\nconst QUEUE = "mail-queue";\nasync function next() {\n  return redis.brpop(QUEUE, 5);\n}\nwhile (!stopping) {\n  const mail = await next();\n  await send(mail);\n}',
    ],
    [
      "node-redis, with its command options",
      'import { createClient } from "redis"; const client = createClient();\nwhile (!stopping) {\n  const job = await client.brPop(commandOptions({ isolated: true }), "jobs", 0);\n  await build(job);\n}',
    ],
    [
      "an endless wait on a list of any name",
      'import Redis from "ioredis"; const redis = new Redis();\nwhile (running) {\n  const [, note] = await redis.blpop("notes", 0);\n  await deliver(note);\n}',
    ],
    [
      "a raw command, once: a warning",
      'import { createClient } from "redis"; const client = createClient();\nexport const next = () => client.sendCommand(["LPOP", "tasks"]);',
    ],
    [
      "a pop in a function that a timer calls",
      'import Redis from "ioredis"; const redis = new Redis();\nasync function poll() {\n  const job = await redis.lpop(`${prefix}:jobs`);\n  if (job) await handle(job);\n  setImmediate(poll);\n}',
    ],
    [
      "an element that is kept by the next command: a warning",
      'import Redis from "ioredis"; const redis = new Redis();\nwhile (!stopping) {\n  const raw = await redis.lpop("jobs");\n  await redis.zadd("jobs:reserved", Date.now() + 60_000, raw);\n  await handle(raw);\n}',
    ],
    [
      "a queue of events",
      'import { createClient } from "redis"; const client = createClient();\nwhile (!stopping) {\n  const answer = await client.brPop("event_queue", 0);\n  if (answer) await run(answer.element);\n}',
    ],
    [
      "a batch",
      'import Redis from "ioredis"; const redis = new Redis();\nschedule("* * * * *", async () => {\n  const jobs = await redis.lpop("queue:exports", 10);\n  await Promise.all(jobs.map(run));\n});',
    ],
    [
      "a client that only its type tells",
      'import type { RedisClientType } from "redis";\nexport async function next(kvStore2: RedisClientType) {\n  return kvStore2.rPop("queue:mail");\n}',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-list-pop", code)).toMatchSnapshot();
  });

  it.each([
    "const jobs = []; // redis\nwhile (running) { const job = jobs.pop(); await handle(job); }",
    'const deque = new Denque(); // no redis\nwhile (running) { await handle(deque.lpop("jobs")); }',
    'import Redis from "ioredis"; const redis = new Redis();\nwhile (running) { const event = await redis.blpop("events", 0); await show(event); }',
    'import Redis from "ioredis"; const redis = new Redis();\nconst cached = await redis.lpop("cache:jobs");',
    'import Redis from "ioredis"; const redis = new Redis();\nwhile (running) { const raw = await redis.blmove("jobs", "jobs:processing", "RIGHT", "LEFT", 5); await handle(raw); }',
    'import { createClient } from "redis"; const client = createClient();\nwhile (running) { const raw = await client.brPopLPush("jobs", "work", 5); await handle(raw); }',
    'import Redis from "ioredis"; const redis = new Redis();\nif ((await redis.llen("jobs:recent")) > 100) await redis.rpop("jobs:recent");',
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.multi().lpush("queue:last", id).rpop("queue:last").exec();',
    'import Redis from "ioredis"; const redis = new Redis();\nredis.defineCommand("take", { numberOfKeys: 2, lua: "local j = redis.call(\'LPOP\', KEYS[1]) if j then redis.call(\'ZADD\', KEYS[2], ARGV[1], j) end return j" });',
    'import Redis from "ioredis"; const redis = new Redis();\nconst answer = await redis.brpop(`response:${jobId}`, 10);',
    'import Redis from "ioredis"; const redis = new Redis();\nwhile (items.length > 0) { const word = await redis.lpop("words"); words.push(word); }',
    'import Redis from "ioredis"; const redis = new Redis();\nredis.blpop("jobs:wake", 0, (error) => look(error));',
    'import Redis from "ioredis"; const redis = new Redis();\nconst progress = await redis.rpop(`user:${jobId}`);',
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});

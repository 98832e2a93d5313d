import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("processing-removal", () => {
  it.each([
    [
      "a text that is made anew",
      'import Redis from "ioredis"; const redis = new Redis();\nconst raw = await redis.lmove("jobs", "jobs:processing", "RIGHT", "LEFT");\nconst job = JSON.parse(raw);\njob.tries += 1;\nawait redis.lrem("jobs:processing", 1, JSON.stringify(job));',
    ],
    [
      "a name that is declared nowhere",
      'import { createClient } from "redis"; const client = createClient();\nexport async function done(task) {\n  await close(task);\n  await client.lRem("delay:processing", 0, taskJson);\n}',
    ],
    [
      "a part of the element",
      'import Redis from "ioredis"; const redis = new Redis();\nconst raw = await redis.lmove("jobs", "jobs:processing", "RIGHT", "LEFT");\nconst job = JSON.parse(raw);\nawait redis.lrem("jobs:processing", 1, job.id);',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("processing-removal", code)).toMatchSnapshot();
  });

  it.each([
    'import Redis from "ioredis"; const redis = new Redis();\nconst raw = await redis.lmove("jobs", "jobs:processing", "RIGHT", "LEFT");\nawait handle(JSON.parse(raw));\nawait redis.lrem("jobs:processing", 1, raw);',
    'import Redis from "ioredis"; const redis = new Redis();\nexport const done = (raw: string) => redis.lrem("jobs:processing", 1, raw);',
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.lpush("jobs:processing", JSON.stringify(job));\nawait redis.lrem("jobs:processing", 1, JSON.stringify(job));',
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.lrem("favourites", 0, JSON.stringify(item));',
    'import Redis from "ioredis"; const redis = new Redis();\nconst id = await redis.lmove("jobs", "jobs:processing", "RIGHT", "LEFT");\nawait redis.lrem("jobs:processing", 1, id);',
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of code
import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("payload-meta", () => {
  it.each([
    [
      "a push without attempts, of a PHP job",
      'import Redis from "ioredis"; const redis = new Redis();\nawait redis.rpush("queues:mail", JSON.stringify({ job: "app\\\\job\\\\Mail@fire", data, id }));',
    ],
    [
      "the same for any other reader: a warning",
      'import Redis from "ioredis"; const redis = new Redis();\nconst payload = { job, data };\nawait redis.rpush(`queues:${name}`, JSON.stringify(payload));',
    ],
    [
      "a delayed push in node-redis",
      'import { createClient } from "redis"; const client = createClient();\nawait client.zAdd("{queues:mail}:delayed", { score: at, value: JSON.stringify({ job: "app\\\\job\\\\Mail", data }) });',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("payload-meta", code)).toMatchSnapshot();
  });

  it.each([
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.rpush("queues:mail", JSON.stringify({ job: "app\\\\job\\\\Mail", data, id, attempts: 1 }));',
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.rpush("queues:mail", JSON.stringify({ job: "app\\\\job\\\\Mail", maxTries: 3, timeout: 60, data, id, attempts: 0 }));',
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.rpush("queues:mail", JSON.stringify({ to, subject }));',
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.rpush("mails", JSON.stringify({ job: "app\\\\job\\\\Mail", data }));',
    'import Redis from "ioredis"; const redis = new Redis();\nconst payload = { job: "app\\\\job\\\\Mail", data };\npayload.id = id;\npayload.attempts = 1;\nawait redis.rpush("queues:mail", JSON.stringify(payload));',
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.rpush("queues:mail", JSON.stringify({ ...defaults, job: "app\\\\job\\\\Mail" }));',
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.rpush("queues:mail", createPayload("app\\\\job\\\\Mail", data));',
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});

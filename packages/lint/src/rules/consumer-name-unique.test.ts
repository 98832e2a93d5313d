// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of code
import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("consumer-name-unique", () => {
  it.each([
    [
      "a literal",
      'import Redis from "ioredis"; const redis = new Redis();\nawait redis.xreadgroup("GROUP", "g", "c1", "COUNT", 10, "STREAMS", "mails", ">");\nawait redis.xautoclaim("mails", "g", "c1", 60_000, 0);',
    ],
    [
      "a constant of the file, in node-redis",
      'import { createClient } from "redis"; const client = createClient();\nconst CONFIG = { group: "g", consumer: "worker" };\nawait client.xReadGroup(CONFIG.group, CONFIG.consumer, [{ key: "mails", id: ">" }], { COUNT: 1 });\nawait client.xAutoClaim("mails", CONFIG.group, CONFIG.consumer, 60_000, "0");',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("consumer-name-unique", code)).toMatchSnapshot();
  });

  it.each([
    'import Redis from "ioredis"; const redis = new Redis();\nconst name = `${hostname()}-${process.pid}`;\nawait redis.xreadgroup("GROUP", "g", name, "COUNT", 10, "STREAMS", "mails", ">");\nawait redis.xautoclaim("mails", "g", name, 60_000, 0);',
    'import { createClient } from "redis"; const client = createClient();\nconst consumer = process.env.CONSUMER ?? "c1";\nawait client.xReadGroup("g", consumer, { key: "mails", id: ">" }, { COUNT: 1 });\nawait client.xAutoClaim("mails", "g", consumer, 60_000, "0");',
    'import Redis from "ioredis"; const redis = new Redis();\nexport const read = (consumer) => redis.xreadgroup("GROUP", "g", consumer, "COUNT", 10, "STREAMS", "mails", ">"); // xautoclaim elsewhere',
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});

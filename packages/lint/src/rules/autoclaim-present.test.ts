import { describe, expect, it } from "vitest";
import { judge } from "../judge.js";
import { readSource } from "../read-source.js";
import { DEFAULT_SETTINGS } from "../settings.js";
import { lintText, printed } from "./fixtures.js";

describe("autoclaim-present", () => {
  it.each([
    [
      "a reader alone, once a file",
      'import Redis from "ioredis"; const redis = new Redis();\nwhile (!stopping) {\n  await redis.xreadgroup("GROUP", "g", name, "COUNT", 10, "BLOCK", 100, "STREAMS", "mails", ">");\n  await redis.xreadgroup("GROUP", "g", name, "COUNT", 10, "STREAMS", "mails", "0");\n}',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("autoclaim-present", code)).toMatchSnapshot();
  });

  it.each([
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.xreadgroup("GROUP", "g", name, "COUNT", 10, "STREAMS", "mails", ">");\nawait redis.call("XAUTOCLAIM", "mails", "g", name, 60_000, "0");',
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.xreadgroup("GROUP", "g", name, "COUNT", 10, "NOACK", "STREAMS", "mails", ">");',
    'import { createClient } from "redis"; const client = createClient();\nawait client.xRead({ key: "mails", id: "$" });',
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.xread("BLOCK", 0, "STREAMS", "mails", "$");',
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});

it("finds nothing where another file of the run takes entries over", async () => {
  const reader = await readSource(
    "reader.ts",
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.xreadgroup("GROUP", "g", name, "COUNT", 10, "STREAMS", "mails", ">");',
  );
  const rescuer = await readSource("rescue.ts", 'await client.xAutoClaim("mails", "g", name, 60_000, "0");');
  const codes = (files: readonly (typeof reader)[]) =>
    judge(
      files.map(({ facts }) => facts),
      DEFAULT_SETTINGS,
    ).findings.map(({ code }) => code);
  expect(codes([reader])).toEqual(["autoclaim-present"]);
  expect(codes([reader, rescuer])).toEqual([]);
});

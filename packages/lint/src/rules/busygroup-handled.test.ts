import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("busygroup-handled", () => {
  it.each([
    [
      "a group that is created at every start",
      'import Redis from "ioredis"; const redis = new Redis();\nawait redis.xgroup("CREATE", "mails", "g", "0", "MKSTREAM");',
    ],
    [
      "whatever is thrown is caught, also that there is no stream",
      'import { createClient } from "redis"; const client = createClient();\nawait client.xGroupCreate("mails", "g", "0").catch(() => {});',
    ],
    [
      "a raw command",
      'import Redis from "ioredis"; const redis = new Redis();\nawait redis.call("XGROUP", "CREATE", "mails", "g", "$", "MKSTREAM");',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("busygroup-handled", code)).toMatchSnapshot();
  });

  it.each([
    'import Redis from "ioredis"; const redis = new Redis();\ntry { await redis.xgroup("CREATE", "mails", "g", "0", "MKSTREAM"); } catch (error) { log(error); }',
    'import { createClient } from "redis"; const client = createClient();\nasync function ensure() { await client.xGroupCreate("mails", "g", "0", { MKSTREAM: true }); }\nexport async function start() { try { await ensure(); } catch {} }',
    'import { createClient } from "redis"; const client = createClient();\nconst groups = await client.xInfoGroups("mails");\nif (!groups.some(({ name }) => name === "g")) await client.xGroupCreate("mails", "g", "0", { MKSTREAM: true });',
    'import Redis from "ioredis"; const redis = new Redis();\nredis.xgroup("CREATE", "mails", "g", "0", "MKSTREAM", (error) => { if (error && !error.message.includes("BUSYGROUP")) throw error; });',
    'import Redis from "ioredis"; const redis = new Redis();\nawait redis.xgroup("DESTROY", "mails", "g");',
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});

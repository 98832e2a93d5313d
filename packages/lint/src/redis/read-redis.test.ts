// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of code
import { expect, it } from "vitest";
import type { RedisCall, RedisFlow } from "../facts/redis.js";
import { readSource } from "../read-source.js";

async function flowsOf(code: string, path = "x.ts"): Promise<readonly RedisFlow[]> {
  return (await readSource(path, code)).facts.redis.flows;
}

async function callsOf(code: string): Promise<readonly RedisCall[]> {
  return (await flowsOf(code)).flatMap((flow) =>
    flow.steps.flatMap((step) => (step.kind === "redis" ? [step.call] : [])),
  );
}

it.each([
  ['redis.rpop("jobs")', "rpop jobs"],
  ['redis.RPOP("jobs")', "rpop jobs"],
  ['redis.rPop("jobs")', "rpop jobs"],
  ['redis.lpopBuffer("jobs")', "lpop jobs"],
  ['redis.lpopAsync("jobs")', "lpop jobs"],
  ['redis.lPopCount("jobs", 5)', "lpop jobs"],
  ['redis.brpop(["jobs", "mails"], 5)', "brpop jobs"],
  ['redis.lmpop(1, "jobs", "LEFT")', "lmpop jobs"],
  ['redis.call("RPOP", "jobs")', "rpop jobs"],
  ['redis.sendCommand(["XADD", "jobs", "*", "id", "7"])', "xadd jobs"],
  ['redis.sendCommand("jobs", false, ["LPUSH", "jobs", "7"])', "lpush jobs"],
  ['redis.xgroup("CREATE", "jobs", "g", "$")', "xgroup create jobs"],
  ['redis.xGroupCreate("jobs", "g", "$")', "xgroup create jobs"],
  ['redis.call("xgroup", "create", "jobs", "g", "$")', "xgroup create jobs"],
  ['redis.xreadgroup("GROUP", "g", "c", "STREAMS", "jobs", "mails", ">", ">")', "xreadgroup jobs"],
  ['redis.xReadGroup("g", "c", [{ key: "jobs", id: ">" }], { COUNT: 1 })', "xreadgroup jobs"],
  ['redis.zRangeByScoreWithScores("jobs", 0, 1)', "zrangebyscore jobs"],
  ["redis.rpop(QUEUE)", "rpop mail-queue"],
  ["redis.rpop(KEYS.jobs)", "rpop app:jobs"],
  ["redis.rpop(`${app}:jobs:${kind}`)", "rpop *:jobs:*"],
  ['redis.rpop("jobs:" + kind)', "rpop jobs:*"],
  ["redis.rpop(keyOf(kind))", "rpop q:*"],
  ["redis.rpop(other.key)", "rpop other.key"],
])("%s is %s", async (call, expected) => {
  const before =
    'const redis = new Redis();\nconst QUEUE = "mail-queue";\nconst KEYS = { jobs: "app:jobs" };\nconst keyOf = (kind) => `q:${kind}`;\n';
  const [read] = await callsOf(`${before}export const x = await ${call};`);
  expect(`${read?.command} ${read?.keys[0]?.text}`).toBe(expected);
});

it.each([
  ["imported from its package", 'import { anything } from "./x.js";\nimport r2 from "ioredis";\nr2.rpop("a");', 1],
  ["made by a factory", 'const { createClient } = require("redis");\nconst it = createClient();\nit.rPop("a");', 1],
  [
    "made and awaited",
    'import { createClient } from "redis";\nconst it = await createClient().on("error", log).connect();\nit.rPop("a");',
    1,
  ],
  ["a duplicate", 'import Redis from "ioredis";\nconst it = new Redis().duplicate();\nit.rpop("a");', 1],
  ["typed", "function take(it: Redis.Redis) { return it.rpop('a'); }", 1],
  [
    "a typed field",
    "class A { constructor(private readonly it: RedisClientType) {}\n take() { return this.it.rPop('a'); } }",
    1,
  ],
  ["a field that is made", "class A { it = new Redis();\n take() { return this.it.rpop('a'); } }", 1],
  ["named so", "app.redis.rpop('a'); this.redisService.getClient().rpop('a');", 2],
  ["a client by name in a file about Redis", "// redis\nclient.rpop('a');", 1],
  ["an array", "// redis\nconst jobs = []; jobs.pop(); jobs.rpop?.call(jobs);", 0],
  ["made by another class", "// redis\nconst client = new Deque(); client.rpop('a');", 0],
  ["of another name", "// redis\ndeque.rpop('a');", 0],
  ["in a file that does not mention it", "client.rpop('a');", 0],
  ["a method of what a command answers", "redis.get('a').rpop('b');", 0],
])("a client: %s", async (_name, code, expected) => {
  expect(await callsOf(code)).toHaveLength(expected);
});

it("nothing is read in a test", async () => {
  expect(await flowsOf("redis.rpop('a');", "src/queue.test.ts")).toEqual([]);
  expect(await flowsOf("redis.rpop('a');", "test/queue.ts")).toEqual([]);
});

it.each([
  ["await redis.rpop('a');", true],
  ["void redis.rpop('a');", true],
  ["redis.rpop('a').catch(log);", true],
  ["await Promise.all([redis.rpop('a')]);", true],
  ["await Promise.all(ids.map(async (id) => { return redis.rpop(id); }));", true],
  ["ids.forEach((id) => redis.rpop(id));", true],
  ["await redis.multi().rpop('a').expire('a', 1).exec();", true],
  ["const x = await redis.rpop('a');", false],
  ["if ((await redis.rpop('a')) === null) stop();", false],
  ["const [x] = await Promise.all([redis.rpop('a')]);", false],
  ["const all = await redis.pipeline().rpop('a').exec();", false],
  ["redis.pipeline().rpop('a').exec((error, all) => use(all));", false],
  ["redis.rpop('a', (error, x) => use(x));", false],
  ["redis.rpop('a').then(use);", false],
  ["(await redis.rpop('a')).forEach(use);", false],
  ["const take = () => redis.rpop('a'); await take();", true],
  ["const take = () => redis.rpop('a'); const x = await take();", false],
])("%s drops its answer: %s", async (code, expected) => {
  const [call] = await callsOf(`const redis = new Redis();\n${code}`);
  expect(call?.isDropped).toBe(expected);
});

it.each([
  ["while (true) { await redis.rpop('a'); }", "endless"],
  ["for (;;) { await redis.rpop('a'); }", "endless"],
  ["while (!this.stopped) { await redis.rpop('a'); }", "endless"],
  ["while (!signal.aborted && left) { await redis.rpop('a'); }", "endless"],
  ["do { await redis.rpop('a'); } while (Date.now() < deadline);", "endless"],
  ["for (const x of list) await redis.rpop('a');", "each"],
  ["await Promise.all(list.map((x) => redis.rpop('a')));", "each"],
  ["while (pending > 0) { await redis.rpop('a'); }", "other"],
  ["for (let i = 0; i < 3; i += 1) await redis.rpop('a');", "other"],
  [
    "async function run() { while (running) await take(); }\nasync function take() { await redis.rpop('a'); }",
    "endless",
  ],
  ["await redis.rpop('a');", undefined],
])("the loop of %s is %s", async (code, expected) => {
  const [flow] = await flowsOf(`const redis = new Redis();\n${code}`);
  const step = flow?.steps.find((one) => one.kind === "redis");
  expect(step?.place.loops.at(-1)?.kind).toBe(expected);
});

it.each([
  ["setInterval(async () => { await redis.rpop('a'); }, 1000);", true],
  ["async function poll() { await redis.rpop('a'); setTimeout(poll, 1000); }", true],
  ["const poll = async () => { await redis.rpop('a'); setTimeout(() => poll(), 1000); };", true],
  ["async function poll() { await redis.rpop('a'); await poll(); }", true],
  ["class A { @Cron('* * * * *') async poll() { await redis.rpop('a'); } }", true],
  ["class A { start() { setInterval(() => this.poll(), 1000); } async poll() { await redis.rpop('a'); } }", true],
  ["setTimeout(async () => { await redis.rpop('a'); }, 1000);", false],
  ["app.get('/', async () => { await redis.rpop('a'); });", false],
])("%s repeats: %s", async (code, expected) => {
  const flows = await flowsOf(`const redis = new Redis();\n${code}`);
  expect(flows.some((flow) => flow.repeats)).toBe(expected);
});

it.each([
  ["Date.now()", "milliseconds"],
  ["Date.now() + 1000 * delay", "milliseconds"],
  ["delay + +new Date()", "milliseconds"],
  ["String(new Date().getTime())", "milliseconds"],
  ["`${now}`", "milliseconds"],
  ["now - 60_000", "milliseconds"],
  ["Date.now() / 1000", "seconds"],
  ["(Date.now() / 1000) | 0", "seconds"],
  ["Math.floor(now / 1000) + delay", "seconds"],
  ["seconds() + 60", "seconds"],
  ["dayjs().add(1, 'day').unix()", "seconds"],
  ["seconds() * 1000", "milliseconds"],
  ["Date.now() - startedAt", undefined],
  ["Date.now() / 60", undefined],
  ["points", undefined],
])("%s counts in %s", async (score, expected) => {
  const before = "const redis = new Redis();\nconst now = Date.now();\nconst seconds = () => Math.ceil(now / 1000);\n";
  const [call] = await callsOf(`${before}await redis.zadd("a", ${score}, b);`);
  expect(call?.scores[0]?.unit).toBe(expected);
});

it("commands in Lua are read with their arguments, comments are not", async () => {
  const code =
    'const redis = new Redis();\nredis.defineCommand("x", { lua: `\n  -- redis.call("DEL", KEYS[1])\n  local a = redis.call("ZADD", KEYS[1], tonumber(ARGV[1]) + 1, ARGV[2])\n  redis.pcall(\'DEL\', KEYS[2])\n` });';
  const [script] = (await readSource("x.ts", code)).facts.redis.scripts;
  expect(script?.commands.map(({ command, args, span }) => [command, args, code.slice(span.start, span.end)])).toEqual([
    [
      "zadd",
      ["KEYS[1]", "tonumber(ARGV[1]) + 1", "ARGV[2]"],
      'redis.call("ZADD", KEYS[1], tonumber(ARGV[1]) + 1, ARGV[2])',
    ],
    ["del", ["KEYS[2]"], "redis.pcall('DEL', KEYS[2])"],
  ]);
});

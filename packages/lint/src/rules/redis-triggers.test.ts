import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { makePrefilter } from "../files/prefilter.js";
import { RULES } from "./index.js";

const onRedis = RULES.filter(({ flow, script }) => flow !== undefined || script !== undefined);

function wrongCode(rule: string): string[] {
  const page = readFileSync(new URL(`../../../../docs/rules/${rule}.md`, import.meta.url), "utf8");
  const section = page.split(/^## /m).find((part) => part.startsWith("Wrong\n")) ?? "";
  return [...section.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) => code);
}

it.each(onRedis.map((rule) => [rule.meta.name, rule] as const))(
  "the triggers of %s let its examples through",
  (name, { meta }) => {
    const prefilter = makePrefilter(meta.triggers, []);
    for (const code of wrongCode(name)) expect(prefilter(Buffer.from(code))).toBe("read");
  },
);

it.each([
  'import Redis from "ioredis";\nconst redis = new Redis();\nawait redis.get("a"); await redis.setex("b", 60, "c"); await redis.publish("d", "e");',
  "const last = jobs.pop(); tree.lpop(); rows.zadd();",
  "# A page about queues, jobs and tasks",
])("no trigger of a rule on Redis is in %s", (text) => {
  const triggers = onRedis.flatMap(({ meta }) => meta.triggers);
  expect(makePrefilter(triggers, [])(Buffer.from(text))).toBe("aside");
});

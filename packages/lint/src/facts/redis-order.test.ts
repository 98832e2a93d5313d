import { expect, it } from "vitest";
import { readSource } from "../read-source.js";
import type { StepPlace } from "./redis.js";
import { mayFollow } from "./redis-order.js";

/** Whether the command on `b` may run after the one on `a`. */
async function follows(code: string): Promise<boolean> {
  const { redis } = (await readSource("x.ts", `const redis = new Redis();\n${code}`)).facts;
  const place = (key: string): StepPlace | undefined =>
    redis.flows.flatMap((flow) => flow.steps).find((step) => step.kind === "redis" && step.call.keys[0]?.text === key)
      ?.place;
  return mayFollow(place("a")!, place("b")!);
}

it.each([
  ["redis.rpop('a'); redis.rpop('b');", true],
  ["if (x) redis.rpop('a'); redis.rpop('b');", true],
  ["if (x) redis.rpop('a'); else redis.rpop('b');", false],
  ["if (x) { redis.rpop('a'); return; } redis.rpop('b');", false],
  ["for (const x of y) { if (x) { redis.rpop('a'); continue; } redis.rpop('b'); }", false],
  ["const z = x ? redis.rpop('a') : redis.rpop('b');", false],
  ["try { redis.rpop('a'); } catch { redis.rpop('b'); }", false],
  ["try { redis.rpop('a'); } catch {} redis.rpop('b');", true],
  ["try { redis.rpop('a'); } finally { redis.rpop('b'); }", true],
  ["switch (x) { case 1: redis.rpop('a'); break; default: redis.rpop('b'); }", false],
  ["switch (x) { case 1: redis.rpop('a'); break; } redis.rpop('b');", true],
  ["x && redis.rpop('a'); redis.rpop('b');", true],
  ["redis.rpop('a').catch(() => redis.rpop('b'));", false],
])("%s: %s", async (code, expected) => {
  expect(await follows(code)).toBe(expected);
});

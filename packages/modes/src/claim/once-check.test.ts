import type { Backoff, ClaimOptions } from "@queuegen/model";
import { expect, test } from "vitest";
import { onceChecks } from "./once-check.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = { file: "a.queue.ts", start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };

function problems(attempts: number, backoff: Backoff, keep: number | null, once = true): number {
  const options = { once, retry: { attempts, backoff }, retention: { once: keep } } as unknown as ClaimOptions;
  return onceChecks(options, () => at as never).length;
}

const fixed = (delay: number): Backoff => ({ kind: "fixed", delay, jitter: 0 });

test("the log must remember a key for as long as its job may be tried again", () => {
  expect(problems(5, fixed(DAY), 4 * DAY)).toBe(0);
  expect(problems(5, fixed(DAY), 4 * DAY - 1)).toBe(1);
  expect(problems(5, { ...fixed(DAY), jitter: 0.5 }, 4 * DAY)).toBe(1);
});

test("other backoffs are added up as well", () => {
  const exponential: Backoff = { kind: "exponential", first: HOUR, factor: 2, max: 4 * HOUR, jitter: 0 };
  expect([problems(5, exponential, 11 * HOUR), problems(5, exponential, 11 * HOUR - 1)]).toEqual([0, 1]);
  const list: Backoff = { kind: "list", delays: [HOUR, 2 * HOUR], jitter: 0 };
  expect([problems(4, list, 5 * HOUR), problems(4, list, 5 * HOUR - 1)]).toEqual([0, 1]);
});

test("without a limit of attempts it is one wait", () => {
  expect([problems(0, fixed(DAY), DAY), problems(0, fixed(DAY), DAY - 1)]).toEqual([0, 1]);
});

test("for ever is long enough, and a queue without the log has nothing to remember", () => {
  expect([problems(5, fixed(DAY), null), problems(5, fixed(DAY), HOUR, false), problems(1, fixed(DAY), HOUR)]).toEqual([
    0, 0, 0,
  ]);
});

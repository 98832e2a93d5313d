import { expect, test } from "vitest";
import { type Backoff, backoffDelay } from "./backoff.js";
import { Bell } from "./bell.js";
import { LeaseClock } from "./lease-clock.js";

const middle = () => 0.5;
const delays = (backoff: Backoff, attempts: readonly number[]) => attempts.map((n) => backoffDelay(backoff, n, middle));

test("an exponential backoff grows up to its cap, also at absurd attempts", () => {
  const backoff: Backoff = { kind: "exponential", first: 10, factor: 2, max: 100, jitter: 0.1 };
  expect(delays(backoff, [1, 2, 3, 4, 5, 65_535])).toEqual([10, 20, 40, 80, 100, 100]);
});

test("a list stays at its last delay", () => {
  expect(delays({ kind: "list", delays: [1, 5], jitter: 0 }, [1, 2, 3])).toEqual([1, 5, 5]);
});

test("a fixed backoff does not grow", () => {
  expect(delays({ kind: "fixed", delay: 7, jitter: 0 }, [1, 9])).toEqual([7, 7]);
});

test("jitter spreads a delay on both sides", () => {
  const backoff: Backoff = { kind: "fixed", delay: 1000, jitter: 0.1 };
  expect(backoffDelay(backoff, 1, () => 0)).toBe(950);
  expect(backoffDelay(backoff, 1, () => 1)).toBe(1050);
});

test("a lease counts the clock that shows more time gone", () => {
  const at = { monotonic: 0, wall: 1_000_000 };
  const clock = new LeaseClock(30_000, { monotonic: () => at.monotonic, wall: () => at.wall });
  const sent = clock.now();
  at.monotonic = 10_000;
  expect(clock.left(sent)).toBe(20_000);
  at.wall += 40_000; // suspended: only the wall clock went on
  expect(clock.left(sent)).toBe(-10_000);
  at.wall = 0; // set back: the monotonic clock decides
  expect(clock.left(sent)).toBe(20_000);
});

test("a ring before the wait is not lost", async () => {
  const bell = new Bell();
  bell.ring();
  await bell.wait();
  bell.ring();
  bell.ring();
  await bell.wait();
});

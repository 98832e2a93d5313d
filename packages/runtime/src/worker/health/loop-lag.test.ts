import { expect, test } from "vitest";
import { LoopLag } from "./loop-lag.js";

function lag(): { readonly lag: LoopLag; at(ms: number): LoopLag } {
  let now = 0;
  const lag = new LoopLag(() => now);
  lag.start();
  return {
    lag,
    at(ms) {
      now = ms;
      return lag;
    },
  };
}

test("looks in time are no lag", () => {
  const { lag: loop, at } = lag();
  for (const ms of [250, 500, 750]) at(ms).look();
  expect(loop.ms).toBe(0);
  loop.stop();
});

test("a look that is late is remembered for five to ten seconds", () => {
  const { at } = lag();
  at(4_250).look();
  expect(at(4_300).ms).toBe(4_000);
  for (let ms = 4_500; ms <= 9_000; ms += 250) at(ms).look();
  expect(at(9_100).ms).toBe(4_000);
  for (let ms = 9_250; ms <= 16_000; ms += 250) at(ms).look();
  expect(at(16_100).ms).toBe(0);
  at(16_100).stop();
});

test("whoever asks before the look that is late sees it, too", () => {
  const { at } = lag();
  expect(at(3_250).ms).toBe(3_000);
  at(3_250).stop();
});

test("nothing is watched before the start and after the stop", () => {
  expect(new LoopLag(() => 1e6).ms).toBe(0);
  const { at } = lag();
  at(0).stop();
  expect(at(1e6).ms).toBe(0);
});

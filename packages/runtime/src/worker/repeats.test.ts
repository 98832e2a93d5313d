import { expect, test } from "vitest";
import { Repeats } from "./repeats.js";

test("a line that comes every 100 ms passes at once, then ever more seldom, at least every 30 s", () => {
  const repeats = new Repeats();
  const passed: number[] = [];
  for (let now = 0; now <= 120_000; now += 100) if (repeats.pass("x", now)) passed.push(now);
  expect(passed).toEqual([0, 500, 1_500, 3_500, 7_500, 15_500, 31_500, 61_500, 91_500]);
});

test("another line does not wait for it, and after a quiet time it passes at once again", () => {
  const repeats = new Repeats();
  repeats.pass("x", 0);
  expect(repeats.pass("y", 1)).toBe(true);
  expect(repeats.pass("x", 60_000)).toBe(true);
  expect(repeats.pass("x", 60_499)).toBe(false);
  expect(repeats.pass("x", 60_500)).toBe(true);
});

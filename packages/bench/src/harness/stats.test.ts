import { expect, test } from "vitest";
import { median, percentile, ratios, spread } from "./stats.js";

test("the median of an odd number is the middle one, of an even number the mean of two", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([9, 1, 5, 7])).toBe(6);
});

test("numbers are sorted as numbers, not as text", () => {
  expect(median([100, 9, 20])).toBe(20);
});

test("a percentile is a value that was measured", () => {
  const hundred = Array.from({ length: 100 }, (_, i) => i + 1);
  expect(percentile(hundred, 0.5)).toBe(50);
  expect(percentile(hundred, 0.99)).toBe(99);
  expect(percentile(hundred, 1)).toBe(100);
  expect(percentile(hundred, 0)).toBe(1);
  expect(percentile([7], 0.99)).toBe(7);
});

test("the spread leaves its input as it is", () => {
  const values = [3, 1, 2];
  expect(spread(values)).toEqual({ median: 2, min: 1, max: 3 });
  expect(values).toEqual([3, 1, 2]);
});

test("ratios are taken round by round", () => {
  expect(ratios([10, 40, 90], [10, 20, 30])).toEqual({ median: 2, min: 1, max: 3 });
});

test("no values and unequal rounds are refused", () => {
  expect(() => median([])).toThrow(RangeError);
  expect(() => ratios([1], [])).toThrow("1 rounds against 0");
});

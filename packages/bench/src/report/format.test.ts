import { expect, test } from "vitest";
import { formatBar, formatNumber, formatSpread, meetsBar } from "./format.js";

const spread = (median: number) => ({ median, min: median / 2, max: median * 2 });

test("numbers keep three digits and get commas", () => {
  expect([25431.4, 4174, 99.96, 4.1749, 0.0612, 0, 12].map(formatNumber)).toEqual([
    "25,431",
    "4,174",
    "100",
    "4.17",
    "0.0612",
    "0",
    "12",
  ]);
});

test("a spread shows the middle and the extremes", () => {
  expect(formatSpread({ median: 0.912, min: 0.88, max: 0.95 })).toBe("0.912 [0.88-0.95]");
});

test("the bar judges the ratio, and without one the value", () => {
  const bar = { side: "at least", value: 0.85 } as const;
  const base = { name: "x", unit: "jobs/s", ours: spread(100) };
  expect(meetsBar({ ...base, ratio: spread(0.85), bar })).toBe(true);
  expect(meetsBar({ ...base, ratio: spread(0.84), bar })).toBe(false);
  expect(meetsBar({ ...base, bar: { side: "at most", value: 99 } })).toBe(false);
  expect(meetsBar({ ...base, bar: { side: "at most", value: 100 } })).toBe(true);
  expect(meetsBar(base)).toBeUndefined();
  expect(formatBar(bar)).toBe(">= 0.85");
});

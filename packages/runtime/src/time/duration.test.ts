import { expect, test } from "vitest";
import { type Duration, durationMs } from "./duration.js";

test.each<[Duration, number]>([
  [250, 250],
  ["250ms", 250],
  ["30s", 30_000],
  ["15m", 900_000],
  ["1.5h", 5_400_000],
  ["7d", 604_800_000],
  [0, 0],
])("%s is %d ms", (duration, ms) => {
  expect(durationMs(duration)).toBe(ms);
});

test.each(["", "15", "15 m", "m", "-1s", -1, Number.NaN, Number.POSITIVE_INFINITY, "1e3s"])(
  "%s is no duration",
  (text) => {
    expect(() => durationMs(text as Duration)).toThrow("not a duration");
  },
);

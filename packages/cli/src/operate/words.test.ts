import { expect, test } from "vitest";
import { clock, jobs, someIds, span } from "./words.js";

test.each([
  [0, "0 ms"],
  [-5, "0 ms"],
  [350, "350 ms"],
  [999.6, "1 s"],
  [59_999, "59 s"],
  [60_000, "1 min"],
  [134_000, "2 min 14 s"],
  [3_600_000, "1 h"],
  [86_400_000 * 4 + 3_600_000 * 3 + 59_000, "4 d 3 h"],
])("%d ms are %s", (ms, text) => {
  expect(span(ms)).toBe(text);
});

test("a time of another day has its date", () => {
  const noon = new Date(2026, 2, 1, 12, 0, 5).getTime();
  expect(clock(noon, noon + 60_000)).toBe("12:00:05");
  expect(clock(noon, noon + 86_400_000)).toBe("2026-03-01 12:00:05");
});

test("one job is not jobs, and long lists of ids are cut", () => {
  expect([jobs(1), jobs(0), jobs(12_345)]).toEqual(["1 job", "0 jobs", "12,345 jobs"]);
  expect(someIds(["1", "2"])).toBe("1 2");
  expect(someIds(Array.from({ length: 12 }, (_, i) => `${i}`))).toBe("0 1 2 3 4 5 6 7 8 9 and 2 more");
});

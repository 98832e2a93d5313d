import { describe, expect, test } from "vitest";
import { formatDuration, parseDuration } from "./duration.js";

describe("parseDuration", () => {
  test.each([
    ["250ms", 250],
    ["30s", 30_000],
    ["15m", 900_000],
    ["1h", 3_600_000],
    ["7d", 604_800_000],
    ["1.5h", 5_400_000],
    ["0.1s", 100],

    [1_500, 1_500],
    [0, 0],
  ])("%j is %d ms", (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each([
    "",
    "15",
    "m",
    "15M",
    "15 minutes",
    "-5s",
    "+5s",
    "1e3s",
    " 5s",
    "5s ",
    "2 h",
    "5\ts",
    "99999999999999999d",
    "0x10s",
    "٣s",
  ])("%j is no duration", (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("the number %d is no duration", (ms) => {
    expect(parseDuration(ms)).toBeUndefined();
  });
});

describe("formatDuration", () => {
  test.each([
    [0, "0s"],
    [250, "250ms"],
    [1_500, "1500ms"],
    [90_000, "90s"],
    [900_000, "15m"],
    [604_800_000, "7d"],
  ])("%d ms is %s and reads back the same", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
    expect(parseDuration(text)).toBe(ms);
  });
});

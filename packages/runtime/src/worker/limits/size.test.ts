import { expect, test } from "vitest";
import { type Size, sizeBytes } from "./size.js";

test.each<[Size, number]>([
  [1_000, 1_000],
  ["64KB", 65_536],
  ["512MB", 536_870_912],
  ["1.5GB", 1_610_612_736],
])("%s is %d bytes", (size, bytes) => {
  expect(sizeBytes(size)).toBe(bytes);
});

test.each(["", "512", "512 MB", "MB", "512mb", "0MB", 0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
  "%s is no size",
  (text) => {
    expect(() => sizeBytes(text as Size)).toThrow("not a size");
  },
);

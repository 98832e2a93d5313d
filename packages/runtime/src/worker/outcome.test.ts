import { expect, test } from "vitest";
import { dead, retryAfter } from "./outcome.js";

test("retryAfter takes up to a year", () => {
  expect(retryAfter("365d").delay).toBe(31_536_000_000);
  expect(() => retryAfter("400d")).toThrow("retryAfter takes at most 365d, not 400d");
});

test("dead takes a text", () => {
  expect(() => dead(undefined as never)).toThrow("dead takes a text");
});

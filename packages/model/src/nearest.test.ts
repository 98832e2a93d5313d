import { expect, test } from "vitest";
import { nearest, suggest } from "./nearest.js";

const options = ["batch", "lease", "heartbeat", "maxRunTime", "attempts"];

test.each([
  ["leese", "lease"],
  ["laese", "lease"],
  ["LEASE", "lease"],
  ["max_run_time", "maxRunTime"],
  ["heartbeats", "heartbeat"],
  ["attempt", "attempts"],
])("%s means %s", (word, meant) => {
  expect(nearest(word, options)).toBe(meant);
});

test.each(["", "x", "priority", "constructor", "b".repeat(100_000)])("nothing is close to %.20s", (word) => {
  expect(nearest(word, options)).toBeUndefined();
});

test("of equally close words the first one wins", () => {
  expect(nearest("bat", ["cat", "hat"])).toBe("cat");
});

test("the whole choice is shown when nothing is close", () => {
  expect(suggest("foo", ["keep", "delete"])).toBe("Possible here: keep, delete.");
  expect(suggest("kep", ["keep", "delete"])).toBe('Did you mean "keep"?');
});

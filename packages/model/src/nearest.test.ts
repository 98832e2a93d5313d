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

test("a part of a word means the words that have it", () => {
  expect(suggest("modulo", ["no-modulo-sharding", "no-enum-status"])).toBe('Did you mean "no-modulo-sharding"?');
  expect(suggest("retry", ["retry-columns", "retry-needs-backoff", "x"])).toBe(
    'Did you mean "retry-columns" or "retry-needs-backoff"?',
  );
  expect(suggest("zzz", ["a", "b"], "`--doc` lists all.")).toBe("`--doc` lists all.");
});

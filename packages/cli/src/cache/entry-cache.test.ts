import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { digest } from "./digest.js";
import { EntryCache } from "./entry-cache.js";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "queuegen-entries-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const open = () => new EntryCache(join(root, "lint"), (key) => digest(JSON.stringify(key)));
const fileOf = () => join(root, "lint", readdirSync(join(root, "lint"))[0]!);

it("gives back what was kept under the same key, sets and references included", () => {
  const shared = { text: "é" };
  open().set(["a", 1], { one: shared, two: shared, states: new Set([0, 1]), none: undefined });
  const kept = open().get(["a", 1]) as { one: object; two: object };
  expect(kept).toEqual({ one: shared, two: shared, states: new Set([0, 1]), none: undefined });
  expect(kept.one).toBe(kept.two);
  expect(open().get(["a", 2])).toBeUndefined();
});

it("knows nothing of a file that was cut off, damaged or is empty", () => {
  open().set("a", { list: [1, 2, 3] });
  const whole = readFileSync(fileOf());
  const damaged = Buffer.from(whole);
  damaged[damaged.length - 2] = damaged[damaged.length - 2]! ^ 1;
  for (const bytes of [whole.subarray(0, -1), whole.subarray(0, 20), damaged, Buffer.alloc(0)]) {
    writeFileSync(fileOf(), bytes);
    expect(open().get("a")).toBeUndefined();
  }
  open().set("a", 7);
  expect(open().get("a")).toBe(7);
});

it("does without what is no data, and without a folder", () => {
  open().set("a", { run: () => 1 });
  expect(open().get("a")).toBeUndefined();
  writeFileSync(join(root, "file"), "");
  const nowhere = new EntryCache(join(root, "file", "lint"), String);
  nowhere.set("a", 1);
  nowhere.trim();
  expect(nowhere.get("a")).toBeUndefined();
});

it("lets the oldest go beyond its bounds", () => {
  const cache = open();
  for (const [index, key] of ["a", "b", "c"].entries()) {
    cache.set(key, "x".repeat(1_000));
    for (const name of readdirSync(join(root, "lint"))) {
      const file = join(root, "lint", name);
      if (name.startsWith(digest(JSON.stringify(key)).slice(0, 32))) utimesSync(file, index, index);
    }
  }
  const left = () => ["a", "b", "c"].filter((key) => open().get(key) !== undefined);
  cache.trim();
  expect(left()).toEqual(["a", "b", "c"]);
  cache.trim(2, 1e6);
  expect(left()).toEqual(["b", "c"]);
  cache.trim(2, 1_500);
  expect(left()).toEqual(["c"]);
});

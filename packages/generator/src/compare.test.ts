import { describe, expect, it } from "vitest";
import { compare } from "./compare.js";
import { fileSet } from "./file-set.js";
import { withHeader } from "./header.js";
import { unifiedDiff } from "./unified-diff.js";

const ours = (body: string): string => withHeader("./q.ts. Do not edit: change that file", body, "//");
const kinds = (expected: Record<string, string>, disk: Record<string, string>) =>
  compare(fileSet(Object.entries(expected)), fileSet(Object.entries(disk))).map(({ path, kind }) => `${path} ${kind}`);

describe("compare", () => {
  it("finds nothing where all is current, whatever the line endings", () => {
    const text = ours("a\nb\n");
    expect(kinds({ x: text, y: text }, { x: text.replaceAll("\n", "\r\n"), y: `\uFEFF${text}` })).toEqual([]);
  });

  it("tells missing, changed, edited and orphan apart, sorted by path", () => {
    expect(
      kinds(
        { d: ours("new\n"), c: ours("new\n"), b: ours("new\n") },
        { c: ours("old\n"), d: ours("old\n").replace("old", "my own"), a: ours("gone\n") },
      ),
    ).toEqual(["a orphan", "b missing", "c changed", "d edited"]);
  });

  it("takes a file without our header at one of our paths for edited", () => {
    expect(kinds({ x: ours("a\n") }, { x: "a\n" })).toEqual(["x edited"]);
  });

  it("does not let a right hash in the header stand for a right body", () => {
    const stale = ours("an older schema's file\n");
    expect(kinds({ x: ours("a\n") }, { x: stale })).toEqual(["x changed"]);
  });

  it("takes what git merged for changed, not for edited by hand", () => {
    const [left, right] = [ours("left\n").split("\n"), ours("right\n").split("\n")];
    const union = [left[0], left[1], right[1], "left", "right", ""].join("\n");
    const conflict = [left[0], "<<<<<<< HEAD", left[1], "left", "=======", right[1], "right", ">>>>>>> other", ""].join(
      "\n",
    );
    expect(kinds({ x: ours("a\n"), y: ours("a\n") }, { x: union, y: conflict })).toEqual(["x changed", "y changed"]);
    expect(kinds({ x: ours("a\n") }, { x: ours("b\n").replace("b", "<<<<<<< HEAD") })).toEqual(["x edited"]);
  });

  it("takes an edited orphan for edited, and leaves the files of others alone", () => {
    const edited = ours("gone\n").replace("gone", "mine");
    expect(kinds({}, { x: edited, y: "// hand-written\n" })).toEqual(["x edited"]);
  });
});

describe("unifiedDiff", () => {
  it("shows hunks without file names", () => {
    expect(unifiedDiff("a\nb\nc\n", "a\nB\nc\n")).toBe("@@ -1,3 +1,3 @@\n a\n-b\n+B\n c");
  });

  it("does not show line endings as changes", () => {
    expect(unifiedDiff("a\nb\n", "a\r\nB\r\n")).toBe("@@ -1,2 +1,2 @@\n a\n-b\n+B");
  });
});

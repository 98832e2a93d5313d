import { describe, expect, it } from "vitest";
import { parseDiff } from "./parse-diff.js";

const head = (from: string, to: string) => `diff --git a/x b/x\nindex 1..2 100644\n--- ${from}\n+++ ${to}\n`;
const lines = (start: number, end = start) => ({ start, end, gap: false });

describe("a diff without context", () => {
  it("tells the lines that came, by the numbers of the file as it is now", () => {
    const diff = `${head("a/a.ts", "b/a.ts")}@@ -1,2 +1 @@ function f() {\n-x\n-y\n+z\n@@ -9,0 +9,3 @@\n+1\n+2\n+3\n`;
    expect([...parseDiff(diff)]).toEqual([["a.ts", [lines(1), lines(9, 11)]]]);
  });

  it("tells between which lines something has gone", () => {
    const diff = `${head("a/a.ts", "b/a.ts")}@@ -5,2 +4,0 @@\n-x\n-y\n`;
    expect(parseDiff(diff).get("a.ts")).toEqual([{ start: 4, end: 4, gap: true }]);
  });

  it("takes no line of the file for a heading", () => {
    const diff = `${head("a/a.ts", "b/a.ts")}@@ -1,2 +1,3 @@\n--- a/other\n-@@ -1 +1 @@\n+++ b/other\n+diff --git a/x b/x\n+@@ -7 +7 @@\n\\ No newline at end of file\n@@ -9 +10 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n${head("a/b.ts", "b/b.ts")}@@ -1 +1 @@\n-a\n+b\n`;
    expect([...parseDiff(diff)]).toEqual([
      ["a.ts", [lines(1, 3), lines(10)]],
      ["b.ts", [lines(1)]],
    ]);
  });

  it("leaves out files that are gone, and knows new ones and renamed ones", () => {
    const renamed = "diff --git a/c.ts b/d.ts\nsimilarity index 100%\nrename from c.ts\nrename to d.ts\n";
    const diff = `${head("a/a.ts", "/dev/null")}@@ -1 +0,0 @@\n-a\n${renamed}${head("/dev/null", "b/b.ts")}@@ -0,0 +1,2 @@\n+a\n+b\n`;
    expect([...parseDiff(diff)]).toEqual([["b.ts", [lines(1, 2)]]]);
  });

  it("reads names with blanks, quotes, tabs and letters beyond ASCII", () => {
    const names = ["b/my file.ts\t", '"b/a\\"b\\tc.ts"', "b/größe.ts", '"b/gr\\303\\266\\303\\237e.ts"'];
    const diff = names.map((name) => `${head("/dev/null", name)}@@ -0,0 +1 @@\n+a\n`).join("");
    expect([...parseDiff(diff).keys()]).toEqual(["my file.ts", 'a"b\tc.ts', "größe.ts"]);
  });

  it("is empty where nothing was changed", () => {
    expect([...parseDiff("")]).toEqual([]);
    expect([...parseDiff("diff --git a/x.png b/x.png\nBinary files a/x.png and b/x.png differ\n")]).toEqual([]);
  });
});

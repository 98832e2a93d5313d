import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findFiles } from "./find-files.js";
import { globMatcher } from "./glob.js";
import { makePrefilter } from "./prefilter.js";

describe("globs", () => {
  it.each([
    ["src/**/*.ts", "src/a/b.ts", true],
    ["src/**/*.ts", "src/b.ts", true],
    ["src/**/*.ts", "lib/b.ts", false],
    ["*.sql", "a/b.sql", false],
    ["src", "src/a/b.ts", true],
    ["./src/", "src/a.ts", true],
    ["**/old/**", "src/old/a.ts", true],
    ["src/{a,b}/*.ts", "src/b/x.ts", true],
    ["src/?.ts", "src/ab.ts", false],
    ["a.b/*.ts", "axb/x.ts", false],
  ])("%s on %s: %s", (glob, path, matches) => {
    expect(globMatcher([glob])(path)).toBe(matches);
  });
});

describe("the prefilter", () => {
  const passes = (text: string) =>
    makePrefilter(["for\\s+update", ["%", "where"]], ["notify_task"])(Buffer.from(text)) === "read";

  it("lets a file through for one trigger, in any case, or for all parts of one", () => {
    expect(passes("select 1 FOR\nUPDATE")).toBe(true);
    expect(passes("WHERE id % 4")).toBe(true);
    expect(passes("x = NOTIFY_TASK")).toBe(true);
  });

  it("puts aside what has none", () => {
    expect(passes("i % 2")).toBe(false);
    expect(passes("where am I")).toBe(false);
    expect(passes("")).toBe(false);
  });
});

describe("finding files", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "queuegen-lint-"));
    for (const path of [
      "src/a.ts",
      "src/b.JS",
      "src/c.sql",
      "src/d.d.ts",
      "src/e.md",
      "node_modules/x/y.js",
      "dist/z.js",
      "src/a.test.ts",
      "src/__tests__/b.js",
      ".git/hook.js",
      "old/f.mts",
    ]) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), "");
    }
    symlinkSync(root, join(root, "src/loop"));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it("takes sources and SQL, and leaves out what is installed, built, hidden or a test", () => {
    expect(findFiles(root, { paths: ["."], include: [], exclude: [] }).files).toEqual([
      "old/f.mts",
      "src/a.ts",
      "src/b.JS",
      "src/c.sql",
    ]);
  });

  it("keeps to what is included and not excluded", () => {
    expect(findFiles(root, { paths: ["."], include: ["**/*.sql", "old"], exclude: ["old"] }).files).toEqual([
      "src/c.sql",
    ]);
  });

  it("takes a file that is named, whatever its place", () => {
    expect(findFiles(root, { paths: ["dist/z.js", "src/a.test.ts"], include: ["lib"], exclude: [] }).files).toEqual([
      "dist/z.js",
      "src/a.test.ts",
    ]);
  });

  it("does not wait for a pipe that is named like a source file", () => {
    execFileSync("mkfifo", [join(root, "src/pipe.ts")]);
    const { files, unreadable } = findFiles(root, { paths: ["src/pipe.ts"], include: [], exclude: [] });
    expect({ files, unreadable }).toEqual({ files: [], unreadable: [{ path: "src/pipe.ts", reason: "not a file" }] });
  });
});

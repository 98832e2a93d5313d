import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { glob } from "tinyglobby";
import { afterEach, beforeEach, expect, it } from "vitest";
import { simpleGlobs } from "./simple-globs.js";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "queuegen-globs-"));
  for (const path of [
    "queues/schemas/b.queue.ts",
    "queues/schemas/deep/er/a.queue.ts",
    "queues/schemas/.queue.ts",
    "queues/schemas/.hidden/c.queue.ts",
    "queues/schemas/node_modules/d.queue.ts",
    "queues/schemas/queue.ts",
    "queues/schemas/x.queue.ts/y.txt",
    "queues/other/e.queue.ts",
    "f.queue.ts",
  ]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "");
  }
});
afterEach(() => rmSync(root, { recursive: true }));

it.each([
  [["queues/schemas/**/*.queue.ts"]],
  [["**/*.queue.ts"]],
  [["queues/schemas/**/*.queue.ts", "queues/other/**/*.queue.ts", "queues/**/*.queue.ts"]],
  [["nowhere/**/*.queue.ts"]],
  [["queues/schemas/**/*.txt"]],
])("%j finds what the library finds", async (globs) => {
  const options = { cwd: root, ignore: ["**/node_modules/**"], expandDirectories: false };
  expect(simpleGlobs(root, globs)).toEqual((await glob(globs, options)).sort());
});

it("leaves other globs, and links, to the library", () => {
  expect(
    ["queues/*.ts", "!queues/**/*.ts", "../x/**/*.ts", "a/{b,c}/**/*.ts"].map((one) => simpleGlobs(root, [one])),
  ).toEqual(Array(4).fill(undefined));
  symlinkSync(join(root, "queues/other"), join(root, "queues/schemas/link"));
  expect(simpleGlobs(root, ["queues/schemas/**/*.queue.ts"])).toBeUndefined();
});

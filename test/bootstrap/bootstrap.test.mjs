import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkNode } from "../bootstrap.mjs";
import { digest } from "./digest.mjs";
import { pnpm } from "./repository.mjs";
import { StepError, step } from "./step.mjs";
import { checkManifest } from "./tarballs.mjs";

/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "queuegen-bootstrap-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each(["16.20.2", "20.18.3"])("Node %s is refused with the version that is needed", (version) => {
  expect(() => checkNode(version)).toThrow(`needs Node 20.19 or newer, this is ${version}`);
});

test.each(["20.19.0", "22.0.0", "24.1.0"])("Node %s is taken", (version) => {
  checkNode(version);
});

test("pnpm is the exact version that package.json pins", () => {
  expect(pnpm()).toEqual(["npx", "-y", expect.stringMatching(/^pnpm@\d+\.\d+\.\d+$/)]);
});

test("a digest changes with a content, a name and a new file, and not with installed or built files", () => {
  mkdirSync(path.join(folder, "src"));
  const seen = new Set();
  const now = () => digest(folder, ["src", "missing.json"]);
  writeFileSync(path.join(folder, "src", "a"), "1");
  seen.add(now());
  writeFileSync(path.join(folder, "src", "a"), "2");
  seen.add(now());
  writeFileSync(path.join(folder, "src", "b"), "");
  seen.add(now());
  rmSync(path.join(folder, "src", "b"));
  writeFileSync(path.join(folder, "src", "c"), "");
  seen.add(now());
  expect(seen.size).toBe(4);
  mkdirSync(path.join(folder, "src", "node_modules"));
  writeFileSync(path.join(folder, "src", "node_modules", "d"), "");
  seen.add(now());
  expect(seen.size).toBe(4);
});

test("a step that fails says what was run and how it ended, with its output on the way", async () => {
  const failing = step("try", [process.execPath, "-e", "process.exit(3)"], { quiet: true });
  await expect(failing).rejects.toMatchObject({ message: expect.stringContaining("try: exit code 3"), exitCode: 3 });
});

test("a step that hangs is ended", async () => {
  const hanging = step("wait", [process.execPath, "-e", "setInterval(() => {}, 1000)"], { timeoutMs: 300 });
  await expect(hanging).rejects.toThrow("wait: not done within");
});

test("a program that is not there is a message, not a crash", async () => {
  await expect(step("look", [path.join(folder, "nowhere")])).rejects.toThrow(StepError);
});

test.each([
  [{ "@queuegen/model": "0.0.0" }, "private package @queuegen/model"],
  [{ mysql2: "workspace:*" }, "which no registry knows"],
])("a packed manifest that depends on %j is refused", (dependencies, message) => {
  expect(() => checkManifest({ name: "queuegen", version: "1.0.0", dependencies })).toThrow(message);
});

test("a packed manifest that depends on published packages is taken", () => {
  checkManifest({
    name: "queuegen",
    version: "1.0.0",
    dependencies: { mysql2: "^3.11.0", "@queuegen/runtime": "0.1.0" },
  });
});

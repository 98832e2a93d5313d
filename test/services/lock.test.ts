import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

const run = promisify(execFile);
const COUNTER = fileURLToPath(new URL("fixtures/lock-and-count.mjs", import.meta.url));

let folder: string;
let lockFile: string;
let countFile: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "queuegen-lock-"));
  lockFile = path.join(folder, "lock");
  countFile = path.join(folder, "count");
  writeFileSync(countFile, "0");
});
afterEach(() => rmSync(folder, { recursive: true }));

const count = (): Promise<unknown> => run(process.execPath, [COUNTER, lockFile, countFile]);

test("processes that want the same lock take turns", async () => {
  await Promise.all(Array.from({ length: 5 }, count));
  expect(readFileSync(countFile, "utf8")).toBe("5");
  expect(existsSync(lockFile)).toBe(false);
});

test("a lock whose holder is gone is taken over", async () => {
  const { stdout } = await run(process.execPath, ["-p", "process.pid"]);
  writeFileSync(lockFile, stdout);
  await Promise.all([count(), count(), count()]);
  expect(readFileSync(countFile, "utf8")).toBe("3");
});

test("the wait for a holder that lives is bounded, and the message says who holds what", async () => {
  const { withLock } = await import("./servers.mjs");
  writeFileSync(lockFile, `${process.pid}\n`);
  const waiting = withLock(lockFile, async () => {}, { waitMs: 200 });
  await expect(waiting).rejects.toThrow(`process ${process.pid}, which holds ${lockFile}`);
});

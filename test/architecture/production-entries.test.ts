import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { manifestOf } from "./source-files.js";

const run = promisify(execFile);
const LOG_LOADS = new URL("fixtures/log-loads.mjs", import.meta.url);

/** Every file that Node loads for `import(entry)`, as file URLs. */
async function loadedBy(entry: string): Promise<string[]> {
  const test = fileURLToPath(new URL("../", import.meta.url));
  const script = `await import(${JSON.stringify(entry)}); globalThis.printLoads();`;
  const { stdout } = await run(process.execPath, ["--import", LOG_LOADS.href, "--input-type=module", "-e", script], {
    cwd: test,
  });
  return JSON.parse(stdout) as string[];
}

const entries = Object.keys(
  (manifestOf("packages/runtime") as { publishConfig?: { exports: object } }).publishConfig?.exports ?? {},
)
  .filter((name) => name !== "./package.json")
  .map((name) => `@queuegen/runtime${name.slice(1)}`);

test("the runtime has its entry and one a mode", () => {
  expect(entries).toEqual(expect.arrayContaining(["@queuegen/runtime", "@queuegen/runtime/claim"]));
});

test.each(entries)("%s loads its own files and nothing else", async (entry) => {
  const loaded = await loadedBy(entry);
  expect(loaded.length).toBeGreaterThan(0);
  const foreign = loaded.filter((url) => !url.includes("/packages/runtime/dist/"));
  expect(foreign).toEqual([]);
});

test("the log of loads sees packages too, of both kinds", async () => {
  const loaded = await loadedBy("mysql2/promise");
  expect(loaded.some((url) => url.includes("/mysql2/promise.js"))).toBe(true);
  // CommonJS that CommonJS requires.
  expect(loaded.some((url) => url.includes("/mysql2/lib/"))).toBe(true);
});

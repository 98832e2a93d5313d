import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const run = promisify(execFile);
const UNPACK = fileURLToPath(new URL("fixtures/unpack-redis.mjs", import.meta.url));
const isDebian = existsSync("/etc/os-release") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));

let cache: string;
beforeAll(() => {
  cache = mkdtempSync(path.join(tmpdir(), "queuegen-cache-"));
});
afterAll(() => rmSync(cache, { recursive: true }));

// Fetches 15 MB: in CI, and not each time somebody runs the tests.
test.runIf(isDebian && process.env.CI === "true")(
  "two processes that unpack at the same time get one working server, and nothing half made stays",
  async () => {
    const env = { ...process.env, XDG_CACHE_HOME: cache };
    mkdirSync(path.join(cache, "queuegen", "servers", "redis-bookworm.left-by-a-crash"), { recursive: true });
    const outputs = await Promise.all([1, 2].map(() => run(process.execPath, [UNPACK], { env })));
    expect(outputs.map(({ stdout }) => stdout)).toEqual([
      expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      outputs[0]?.stdout,
    ]);
    expect(outputs.filter(({ stderr }) => stderr.includes("unpacking Redis from Debian"))).toHaveLength(1);
    expect(readdirSync(path.join(cache, "queuegen", "servers"))).toEqual(["redis-bookworm"]);
  },
  300_000,
);

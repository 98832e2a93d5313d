import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lintFiles } from "./lint-files.js";
import { github } from "./report/github.js";
import { json } from "./report/json.js";
import { stylish } from "./report/stylish.js";
import { DEFAULT_SETTINGS } from "./settings.js";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "queuegen-lint-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const never = new AbortController().signal;

async function lint(files: Readonly<Record<string, string | Buffer>>, settings = DEFAULT_SETTINGS, signal = never) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return lintFiles(root, Object.keys(files), settings, { signal });
}

describe("a run", () => {
  it("folds the migrations of a folder, wherever the index comes from", async () => {
    const create = "CREATE TABLE job (id int PRIMARY KEY, status int, claim_token char(32), claim_time int);";
    expect((await lint({ "m/1.sql": create })).findings.map((f) => f.code)).toEqual(["require-status-id-index"]);
    const run = await lint({
      "m/1.sql": create,
      "m/2.sql": "ALTER TABLE job ADD KEY i (status, id);",
      "m/2.down.sql": "ALTER TABLE job DROP KEY i;",
    });
    expect(run.findings).toEqual([]);
  });

  it("knows a queue by its table definition in another file", async () => {
    const run = await lint({
      "schema.sql":
        "CREATE TABLE job (id int PRIMARY KEY, status int, claim_token char(32), claim_time int, KEY (status, id));",
      "src/worker.ts":
        'pool.query("SELECT claim_token FROM job WHERE status = 0");\npool.query("UPDATE job SET status = 2 WHERE id = ?", [id]); // claim_token',
    });
    expect(run.findings.map((f) => `${f.at.file} ${f.code}`)).toEqual([
      "src/worker.ts candidate-needs-limit",
      "src/worker.ts writeback-needs-guard",
    ]);
  });

  it("names what it could not read, and goes on", async () => {
    const run = await lint({
      "a.ts": Buffer.from([0x66, 0x6f, 0x72, 0x20, 0x75, 0x70, 0x64, 0x61, 0x74, 0x65, 0x00]),
      "b.ts": 'function ( { pool.query("SELECT 1 FROM t ORDER BY RAND()")',
      "c.ts": `const x = ${"(".repeat(20_000)} // for update`,
    });
    const missing = await lintFiles(root, ["gone.ts"], DEFAULT_SETTINGS, { signal: never });
    expect(run.skipped).toEqual([
      { file: "a.ts", reason: "not text in UTF-8" },
      { file: "b.ts", reason: expect.stringMatching(/^syntax error at 1:\d+: /) },
      { file: "c.ts", reason: "nested too deeply to be read" },
    ]);
    expect(run.findings.map((f) => f.code)).toEqual(["no-order-by-rand"]);
    expect(missing.skipped).toEqual([{ file: "gone.ts", reason: "there is no such file" }]);
  });

  it("counts columns without a byte order mark, as editors do", async () => {
    const [finding] = (await lint({ "a.sql": "\uFEFFSELECT 1 FROM t ORDER BY RAND()" })).findings;
    expect(finding?.at.column).toBe(26);
  });

  it("stops when told to", async () => {
    await expect(lint({ "a.ts": "" }, DEFAULT_SETTINGS, AbortSignal.abort())).rejects.toThrow("aborted");
  });

  it("takes levels from the settings, those of a table first", async () => {
    const files = {
      "a.ts":
        "pool.query(\"SELECT id FROM job WHERE status = 'new' ORDER BY RAND()\");\npool.query('SELECT id FROM quote ORDER BY RAND()');",
    };
    const levels = async (settings: Partial<typeof DEFAULT_SETTINGS>) =>
      (await lint(files, { ...DEFAULT_SETTINGS, ...settings })).findings.map((f) => f.severity);
    expect(await levels({})).toEqual(["error", "warning"]);
    expect(await levels({ rules: { "no-order-by-rand": "info" } })).toEqual(["info", "info"]);
    expect(await levels({ rules: { "no-order-by-rand": "off" } })).toEqual([]);
    expect(await levels({ tables: { quote: { "no-order-by-rand": "off" } } })).toEqual(["error"]);
    expect(await levels({ tables: { quote: { "no-order-by-rand": "error" } } })).toEqual(["error", "error"]);
  });
});

describe("functions of the user's own", () => {
  const files = { "a.ts": 'filterJobs("id % ? = ?", me);\nstore.find(2, "id % 4 = ?"); // where\n' };

  it("are not taken for SQL unless they are named as sinks", async () => {
    expect((await lint(files)).findings).toEqual([]);
    const run = await lint(files, { ...DEFAULT_SETTINGS, sinks: ["filterJobs", "store.find#1"] });
    expect(run.findings.map((f) => `${f.at.line}:${f.at.column} ${f.code}`)).toEqual([
      "1:13 no-modulo-sharding",
      "2:16 no-modulo-sharding",
    ]);
  });
});

describe("a report", () => {
  const run = () =>
    lint({
      "src/a.ts":
        "const jobs = await pool.query(`SELECT id FROM job\n  WHERE status = 0 ORDER BY\n  RAND() LIMIT 1`);\n",
      "src/b.ts": "const = 'for update';",
    });

  it("for people", async () => {
    expect(stylish(await run(), 0.314)).toMatchSnapshot();
  });

  it("in JSON has places of both ends", async () => {
    expect(json(await run())).toMatchSnapshot();
  });

  it("for GitHub escapes what would end a command", async () => {
    expect(github(await run())).toMatchSnapshot();
  });
});

import { describe, expect, it } from "vitest";
import { scratchProject } from "./project.js";
import { shell } from "./run.js";

const WORKER = `import type { Pool } from "mysql2/promise";

export const next = (pool: Pool, me: number, workers: number) =>
  pool.query(\`SELECT id FROM notify_task WHERE status = 0 AND id % \${workers} = \${me} LIMIT 20\`);
`;
const LOOK = WORKER.replace(/ AND id[^`]*/, "");
const QUOTE = 'pool.query("SELECT text FROM quote ORDER BY RAND() LIMIT 1");\n';

/** Tells on stderr, at the end, whether the TypeScript compiler was loaded. */
const TELLS_COMPILER = `data:text/javascript,${encodeURIComponent(
  'import { createRequire } from "node:module"; process.on("exit", () => console.error("compiler:", Object.keys(createRequire("file:///x.js").cache).some((path) => path.includes("ts-morph"))));',
)}`;

describe("in a project without queuegen.json", () => {
  it("an anti-pattern is an error with its line, and exit code 1", async () => {
    const project = scratchProject();
    project.write("src/worker.ts", WORKER);
    const { code, out, err } = await project.run("lint");
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(out.replace(/\d+\.\d+ s/, "0.00 s")).toMatchInlineSnapshot(`
      "src/worker.ts:4:63
          4 |   pool.query(\`SELECT id FROM notify_task WHERE status = 0 AND id % \${workers} = \${me} LIMIT 20\`);
            |                                                               ^^^^^^^^^^^^^^^^^^^^^^^
      error  no-modulo-sharding  \`id % n\` splits table \`notify_task\` among workers: it cannot use the index, so every worker reads the whole backlog.
             Instead: let every worker claim from one queue (\`UPDATE ... WHERE id IN (...) AND status = 0\`), or split by id range.   docs: queuegen lint --doc no-modulo-sharding

      1 error in 1 file (1 file, 0.00 s).
      "
    `);
  });

  it("a warning fails only when asked to", async () => {
    const project = scratchProject();
    project.write("quote.js", QUOTE);
    const codes = async (...args: string[]) => (await project.run("lint", ...args)).code;
    expect(await codes()).toBe(0);
    expect(await codes("--max-warnings", "1")).toBe(0);
    expect(await codes("--max-warnings", "0")).toBe(1);
    expect(await codes("--fail-on", "warning")).toBe(1);
  });

  it("only the paths given are read, relative to where the user is", async () => {
    const project = scratchProject();
    project.write("src/worker.ts", WORKER);
    project.write("lib/quote.js", QUOTE);
    const { out } = await shell(`${project.root}/src`, "queuegen lint ../lib worker.ts --format json");
    expect(JSON.parse(out).findings.map((finding: { file: string }) => finding.file)).toEqual([
      "../lib/quote.js",
      "worker.ts",
    ]);
  });

  it("the TypeScript compiler is loaded only when a file needs it", async () => {
    const project = scratchProject();
    project.write("src/sum.ts", "export const half = (i: number): boolean => i % 2 === 0;\n");
    const env = { NODE_OPTIONS: `--import=${TELLS_COMPILER}` };
    expect((await project.runWith({ env }, "lint", "--no-cache")).err).toContain("compiler: false");
    project.write("src/worker.ts", WORKER);
    expect((await project.runWith({ env }, "lint", "--no-cache")).err).toContain("compiler: true");
  });

  it("a path that is not there is a mistake of the caller", async () => {
    const { code, err } = await scratchProject().run("lint", "nowhere");
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("There is no file or folder nowhere.") });
  });

  it("files that cannot be read in full are named, and the rest is linted", async () => {
    const project = scratchProject();
    project.write("src/broken.ts", "const = 'for update';");
    project.write("src/worker.ts", WORKER);
    const { code, out } = await project.run("lint");
    expect(code).toBe(1);
    expect(out).toContain("src/broken.ts  skipped: syntax error at 1:7");
    expect(out).toContain("1 error in 1 file (2 files, 1 skipped,");
  });
});

describe("in a project with queues", () => {
  it("a finding names the consumer to use, and the code that was generated has none", async () => {
    const project = scratchProject();
    await project.run("init");
    await project.run("add", "notify");
    const clean = await project.run("lint");
    expect({ code: clean.code, out: clean.out }).toEqual({
      code: 0,
      out: expect.stringMatching(/^no findings \(\d+ files, /),
    });
    project.write("src/worker.ts", LOOK);
    project.write("src/sharding.ts", WORKER);
    const { out } = await project.run("lint");
    expect(out).toContain("splits queue `notify_task` among workers");
    expect(out).toContain("claim from one queue (`NotifyConsumer`)");
    expect(out).toContain("candidate-needs-limit  this look for work reads all waiting rows of queue `notify_task`");
  });

  it("a mistake in a schema is printed under the rule's name", async () => {
    const project = scratchProject();
    await project.run("init");
    await project.run("add", "notify");
    project.edit("queues/schemas/notify.queue.ts", (text) =>
      text.replace(/status: tinyint\([^\n]*\),/, "status: varchar(16),"),
    );
    const { code, out } = await project.run("lint");
    expect(code).toBe(1);
    expect(out).toMatch(/queues\/schemas\/notify\.queue\.ts:\d+:\d+\n/);
    expect(out).toContain("no-enum-status");
  });

  it("levels come from queuegen.json, by rule and by table", async () => {
    const project = scratchProject();
    project.write("worker.ts", WORKER);
    project.write("queuegen.json", JSON.stringify({ lint: { rules: { "no-modulo-sharding": "warning" } } }));
    expect((await project.run("lint")).code).toBe(0);
    project.write(
      "queuegen.json",
      JSON.stringify({ lint: { tables: { notify_task: { "no-modulo-sharding": "off" } } } }),
    );
    expect((await project.run("lint")).out).toMatch(/^no findings/);
    project.write("queuegen.json", JSON.stringify({ lint: { rules: { "no-modulo-shard": "off" } } }));
    const { code, err } = await project.run("lint");
    expect(code).toBe(2);
    expect(err).toContain('names a rule "no-modulo-shard" that does not exist');
    expect(err).toContain('Did you mean "no-modulo-sharding"?');
  });
});

describe("output", () => {
  it("goes to a file when told to", async () => {
    const project = scratchProject();
    project.write("worker.ts", WORKER);
    const { code, out } = await project.run("lint", "--format", "json", "--output-file", "report.json");
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(JSON.parse(project.read("report.json")).summary.errors).toBe(1);
    const failed = await project.run("lint", "--output-file", "no/such/folder.json");
    expect(failed.code).toBe(2);
  });

  it("annotates pull requests by itself in GitHub Actions", async () => {
    const project = scratchProject();
    project.write("worker.ts", WORKER);
    const { out } = await project.runWith({ env: { GITHUB_ACTIONS: "true" } }, "lint");
    expect(out).toMatch(/^::error file=worker\.ts,line=4,/m);
  });

  it("shows the page of a rule, or lists all of them", async () => {
    const project = scratchProject();
    expect((await project.run("lint", "--doc", "no-order-by-rand")).out).toMatch(/^# no-order-by-rand\n/);
    expect((await project.run("lint", "--doc")).out).toMatch(/^no-modulo-sharding {2,}`id % n = k`/);
    const { code, err } = await project.run("lint", "--doc", "no-order-by-random");
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('Did you mean "no-order-by-rand"?') });
  });
});

/** Sends Ctrl-C when the run has come to this file. */
const STOPS_AT_FILE_100 = `data:text/javascript,${encodeURIComponent(
  'import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module"; const open = fs.openSync; fs.openSync = (path, ...rest) => { if (String(path).endsWith("f100.ts")) process.kill(process.pid, "SIGINT"); return open(path, ...rest); }; syncBuiltinESMExports();',
)}`;

it("Ctrl-C ends a run with 130 and a word, without findings of half a project", async () => {
  const project = scratchProject();
  for (let i = 0; i < 300; i += 1) project.write(`src/f${i}.ts`, WORKER);
  project.write("report.json", "the last report");
  const env = { NODE_OPTIONS: `--import=${STOPS_AT_FILE_100}` };
  const { code, out, err } = await project.runWith({ env }, "lint", "--no-cache", "--output-file", "report.json");
  expect({ code, out, err }).toEqual({ code: 130, out: "", err: "Stopped: nothing is told of a part of the files.\n" });
  expect(project.files().filter((file) => !file.startsWith("src/"))).toEqual(["report.json"]);
  expect(project.read("report.json")).toBe("the last report");
});

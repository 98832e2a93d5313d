import { utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Project, scratchProject } from "../cli/project.js";
import { brief, compiler, eslintIn, messagesOf, plugin, versions } from "./eslints.js";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const SCHEMA = `import { defineQueue, int, tinyint, bigint, varchar } from "queuegen";

export const mails = defineQueue("mails", {
  table: "mail_jobs",
  columns: {
    id: bigint({ unsigned: true, autoIncrement: true }),
    status: tinyint({ unsigned: true, default: 0 }),
    claim_token: varchar(32, { null: true }),
    claim_time: int({ unsigned: true, null: true }),
  },
  indexes: { idx_status_id: ["status", "id"] },
});
`;
/** Wrong on a queue alone. */
const LOOK = 'pool.query("SELECT id FROM mail_jobs WHERE status = 0 ORDER BY id");\n';
const QUOTE = 'pool.query("SELECT text FROM quote ORDER BY RAND() LIMIT 1");\n';

function project(config: object = {}): Project {
  const made = scratchProject();
  made.write("queuegen.json", JSON.stringify({ schemas: ["schemas/*.queue.ts"], ...config }));
  made.write("schemas/mails.queue.ts", SCHEMA);
  return made;
}

async function told({ root }: Project, path: string, text: string, config = plugin.configs.recommended) {
  return brief(await messagesOf(eslintIn(root, { config }), root, path, text));
}

describe.each(versions)("in ESLint %s", (version) => {
  test("a declared queue is known, above the file and below the working folder", async () => {
    const { root } = project();
    const eslint = eslintIn(root, { version });
    expect(brief(await messagesOf(eslint, root, "packages/a/src/deep/look.ts", LOOK))).toEqual([
      "1:44 candidate-needs-limit",
    ]);
    expect(await messagesOf(eslint, root, "a.ts", LOOK.replace("mail_jobs", "orders"))).toEqual([]);
  });
});

test("the text in the editor counts, not what is on disk", async () => {
  const made = project();
  made.write("a.ts", LOOK);
  expect(await told(made, "a.ts", "pool.end();\n")).toEqual([]);
  made.write("a.ts", "pool.end();\n");
  expect(await told(made, "a.ts", LOOK)).toEqual(["1:44 candidate-needs-limit"]);
});

test("levels, models, sinks and left-out files of queuegen.json count", async () => {
  const off = project({ lint: { rules: { "candidate-needs-limit": "off" } } });
  expect(await told(off, "a.ts", LOOK)).toEqual([]);
  const table = project({ lint: { tables: { mail_jobs: { "candidate-needs-limit": "off" } } } });
  expect(await told(table, "a.ts", LOOK)).toEqual([]);
  const left = project({ lint: { exclude: ["legacy/**"] } });
  expect(await told(left, "legacy/a.ts", LOOK)).toEqual([]);
  expect(await told(left, "a.test.ts", LOOK)).toEqual([]);
  const sinks = project({ lint: { sinks: ["rows#1"] } });
  const rest = 'rows(pool, "ORDER BY RAND() LIMIT 1");\n';
  expect(await told(sinks, "a.ts", rest, plugin.configs.strict)).toEqual(["1:22 no-order-by-rand"]);
});

test("a finding elsewhere is for the strict configuration, or the option", async () => {
  const made = project();
  expect(await told(made, "a.ts", QUOTE)).toEqual([]);
  expect(await told(made, "a.ts", QUOTE, plugin.configs.strict)).toEqual(["1:45 no-order-by-rand"]);
  const own = {
    plugins: { "@queuegen": plugin },
    rules: { "@queuegen/no-order-by-rand": ["warn", { from: "warning" }] },
  };
  expect(await told(made, "a.ts", QUOTE, own as unknown as typeof plugin.configs.strict)).toEqual([
    "1:45 no-order-by-rand",
  ]);
  const lowered = project({ lint: { rules: { "candidate-needs-limit": "warning" } } });
  expect(await told(lowered, "a.ts", LOOK)).toEqual(["1:44 candidate-needs-limit"]);
});

test("a file is parsed once however many rules look, and not at all where none can find anything", async () => {
  const { root } = project();
  const eslint = eslintIn(root, { config: plugin.configs.strict });
  const read = vi.spyOn(compiler, "readCode");
  await messagesOf(eslint, root, "a.ts", LOOK);
  expect(read).toHaveBeenCalledTimes(1);
  await messagesOf(eslint, root, "a.ts", "export const x = 1;\n");
  expect(read).toHaveBeenCalledTimes(1);
});

describe("a change", () => {
  /** Makes the files of a project older than the last look, and the next look due. */
  function later(made: Project, ...paths: readonly string[]): void {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    for (const path of paths) utimesSync(join(made.root, path), new Date(), new Date());
  }

  test("of queuegen.json is seen", async () => {
    const made = project();
    expect(await told(made, "a.ts", LOOK)).toHaveLength(1);
    made.edit("queuegen.json", (text) =>
      text.replace("{", '{ "lint": { "rules": { "candidate-needs-limit": "off" } },'),
    );
    later(made, "queuegen.json");
    expect(await told(made, "a.ts", LOOK)).toEqual([]);
  });

  test("of a schema is seen, and of what it imports, and a new one", async () => {
    const made = project();
    made.edit("schemas/mails.queue.ts", (text) =>
      `import { TABLE } from "../names.js";\n${text}`.replace('"mail_jobs"', "TABLE"),
    );
    made.write("names.ts", 'export const TABLE = "other_jobs";\n');
    expect(await told(made, "a.ts", LOOK)).toEqual([]);
    made.write("names.ts", 'export const TABLE = "mail_jobs";\n');
    later(made, "names.ts");
    expect(await told(made, "a.ts", LOOK)).toHaveLength(1);
    made.write("schemas/more.queue.ts", SCHEMA.replaceAll("mails", "more").replace("mail_jobs", "more_jobs"));
    later(made);
    vi.setSystemTime(Date.now() + 60_000);
    expect(await told(made, "a.ts", LOOK.replace("mail_jobs", "more_jobs"))).toHaveLength(1);
  });

  test("of a schema in the editor is judged before it is saved", async () => {
    const made = project();
    expect(await told(made, "schemas/mails.queue.ts", SCHEMA)).toEqual([]);
    const broken = SCHEMA.replace('"mails"', '"Mails Two"');
    expect(await told(made, "schemas/mails.queue.ts", broken)).toEqual(["3:34 invalid-declaration"]);
    expect(await told(made, "a.ts", LOOK)).toEqual(["1:44 candidate-needs-limit"]);
  });
});

describe("what cannot be read breaks nothing:", () => {
  const RAND = 'pool.query("SELECT id FROM task WHERE status = 0 ORDER BY RAND()");\n';

  test("a broken schema is told once a file, and in its own file in its place", async () => {
    const made = project();
    const broken = SCHEMA.replace('"mail_jobs"', "process.env.TABLE");
    made.write("schemas/mails.queue.ts", broken);
    const config = plugin.configs.strict;
    expect(await told(made, "a.ts", RAND, config)).toEqual(["1:1 invalid-declaration", "1:59 no-order-by-rand"]);
    expect(await told(made, "b.ts", "export {};\n", config)).toEqual([]);
    expect(await told(made, "schemas/mails.queue.ts", broken, config)).toEqual(["4:10 invalid-declaration"]);
  });

  test.each([
    ["is no JSON", "{ nope"],
    ["has a key that does not exist", '{ "lnt": {} }'],
  ])("a queuegen.json that %s is told once", async (_name, text) => {
    const made = project();
    made.write("queuegen.json", text);
    expect(await told(made, "a.ts", RAND)).toEqual(["1:1 invalid-declaration", "1:59 no-order-by-rand"]);
  });

  test("a folder in the place of queuegen.json is told once", async () => {
    const made = project();
    made.remove("queuegen.json");
    made.write("queuegen.json/x", "");
    expect(await told(made, "a.ts", RAND)).toEqual(["1:1 invalid-declaration", "1:59 no-order-by-rand"]);
  });

  test("code nested ten thousand deep is left alone", async () => {
    const made = project();
    const deep = `${"(".repeat(3000)}1${")".repeat(3000)};\n${RAND}`;
    await expect(told(made, "a.js", deep)).resolves.toBeDefined();
  });
});

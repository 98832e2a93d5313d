import { beforeAll, describe, expect, it } from "vitest";
import type { Finding } from "../finding.js";
import { judge } from "../judge.js";
import { readSource } from "../read-source.js";
import { DEFAULT_SETTINGS } from "../settings.js";
import { entryOf } from "./entry.js";
import { BaselineError, parseBaseline, printBaseline } from "./file.js";
import { matchBaseline } from "./match.js";

const RAND = 'pool.query("SELECT id FROM quote ORDER BY RAND() LIMIT 1");';
const MOD = "pool.query('SELECT id FROM job WHERE status = 0 AND id % ? = ? LIMIT 5', [n, k]);";
const inFunction = (name: string, ...lines: readonly string[]) => `function ${name}() {\n${lines.join("\n")}\n}\n`;

// Loads the compiler, which takes a while on a busy machine.
beforeAll(() => readSource("a.ts", ""), 120_000);

async function findings(files: Readonly<Record<string, string>>): Promise<readonly Finding[]> {
  const read = await Promise.all(Object.entries(files).map(([path, text]) => readSource(path, text)));
  return judge(
    read.map(({ facts }) => facts),
    DEFAULT_SETTINGS,
  ).findings;
}

/** What is new after a change, and what is stale. */
async function change(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) {
  const entries = (await findings(before)).map((finding) => entryOf(finding, finding.at.file));
  const { left, known, stale } = matchBaseline(
    await findings(after),
    entries,
    (file) => file,
    () => true,
  );
  return {
    fresh: left.map(({ code, at }) => `${at.file}:${at.line} ${code}`),
    known,
    stale: stale.map(({ rule, file }) => `${file} ${rule}`),
  };
}

const NOTHING_NEW = { fresh: [], stale: [] };

describe("a finding that is known", () => {
  it("stays known when the code is moved, indented, or laid out anew", async () => {
    const before = { "a.ts": inFunction("pick", RAND) };
    const known = { ...NOTHING_NEW, known: 1 };
    expect(await change(before, { "a.ts": `// a line\n\n${inFunction("pick", `    ${RAND}`)}` })).toEqual(known);
    expect(await change(before, { "b/c.ts": inFunction("pick", RAND) })).toEqual(known);
    expect(
      await change(
        { "a.ts": inFunction("pick", "pool.query(`SELECT id FROM quote ORDER BY RAND() LIMIT 1`);") },
        { "a.ts": inFunction("pick", "pool.query(`SELECT id\n  FROM quote\n  ORDER BY RAND() LIMIT 1`);") },
      ),
    ).toEqual(known);
  });

  it("is told again in another function, statement or table", async () => {
    const before = { "a.ts": inFunction("pick", RAND) };
    const fresh = { fresh: ["a.ts:2 no-order-by-rand"], known: 0, stale: ["a.ts no-order-by-rand"] };
    expect(await change(before, { "a.ts": inFunction("choose", RAND) })).toEqual(fresh);
    expect(await change(before, { "a.ts": inFunction("pick", RAND.replace("LIMIT 1", "LIMIT 2")) })).toEqual(fresh);
    expect(await change(before, { "a.ts": inFunction("pick", RAND.replace("quote", "song")) })).toEqual(fresh);
  });

  it("does not make room for another one: the same number of findings, one of them new", async () => {
    const before = { "a.ts": inFunction("pick", RAND, MOD) };
    const after = { "a.ts": inFunction("pick", RAND.replace("quote", "song"), MOD) };
    expect(await change(before, after)).toEqual({
      fresh: ["a.ts:2 no-order-by-rand"],
      known: 1,
      stale: ["a.ts no-order-by-rand"],
    });
  });

  it("needs an entry of its own, also where two are alike", async () => {
    const [one, two] = [{ "a.ts": inFunction("pick", RAND) }, { "a.ts": inFunction("pick", RAND, RAND) }];
    expect(await change(one, two)).toEqual({ fresh: ["a.ts:3 no-order-by-rand"], known: 1, stale: [] });
    expect(await change(two, one)).toEqual({ fresh: [], known: 1, stale: ["a.ts no-order-by-rand"] });
    expect(await change(two, two)).toEqual({ ...NOTHING_NEW, known: 2 });
  });

  it("is looked for in its own file first", async () => {
    const same = inFunction("pick", RAND);
    const { fresh } = await change({ "b.ts": same }, { "a.ts": same, "b.ts": same });
    expect(fresh).toEqual(["a.ts:2 no-order-by-rand"]);
  });

  it("is known by methods and functions that were given a name", async () => {
    const text = `class Picker { pick() { ${RAND} } }\nconst next = () => { ${RAND} };\nexports.go = function () { [1].map(() => ${RAND.slice(0, -1)}) };\n${RAND}`;
    const entries = (await findings({ "a.js": text })).map((finding) => entryOf(finding, "a.js"));
    expect(entries.map((entry) => entry.function)).toEqual(["Picker.pick", "next", "go", ""]);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(4);
  });
});

it("entries of files that were not looked at are not stale", async () => {
  const [finding] = await findings({ "a.ts": RAND });
  const entry = entryOf(finding!, "a.ts");
  const stale = (isLookedAt: (file: string) => boolean) => matchBaseline([], [entry], String, isLookedAt).stale;
  expect(stale(() => false)).toEqual([]);
  expect(stale((file) => file === "a.ts")).toEqual([entry]);
});

describe("the file", () => {
  const entry = (file: string, statement = "s") => ({ rule: "r", file, function: "", table: "", statement, id: "0" });

  it("is one line an entry, sorted, the same however the findings come", () => {
    const entries = [entry("b"), entry("a", "2"), entry("a", "1"), entry("B")];
    const text = printBaseline(entries);
    expect(text).toMatchInlineSnapshot(`
      "{"version":1}
      {"rule":"r","file":"B","function":"","table":"","statement":"s","id":"0"}
      {"rule":"r","file":"a","function":"","table":"","statement":"1","id":"0"}
      {"rule":"r","file":"a","function":"","table":"","statement":"2","id":"0"}
      {"rule":"r","file":"b","function":"","table":"","statement":"s","id":"0"}
      "
    `);
    expect(printBaseline(entries.toReversed())).toBe(text);
    expect(printBaseline(parseBaseline(text))).toBe(text);
    expect(printBaseline(parseBaseline(`\uFEFF${text.replaceAll("\n", "\r\n")}\r\n`))).toBe(text);
  });

  it.each([
    ["", "broken", 0],
    ["[]", "broken", 1],
    ['{"findings":[]}', "broken", 1],
    ['{"version":2}\nwhatever', "newer", 1],
    ['{"version":1}\n{"rule":"r"}', "broken", 2],
    ['{"version":1}\n\n<<<<<<< HEAD', "broken", 3],
    [`${printBaseline([entry("a")]).slice(0, -9)}`, "broken", 2],
  ])("%j is %s in line %i", (text, kind, line) => {
    const error = (() => {
      try {
        return parseBaseline(text);
      } catch (caught) {
        return caught;
      }
    })();
    expect(error).toBeInstanceOf(BaselineError);
    expect(error).toMatchObject({ kind, line });
  });

  it("shows the beginning of a long statement, and knows all of it", () => {
    const of = (statement: string) => entryOf({ code: "r", at: { lineText: statement } } as Finding, "a.ts");
    const long = `${"x".repeat(156)}😀${"y".repeat(50)}`;
    expect(of(long).statement).toBe(`${"x".repeat(156)}...`);
    expect(of(long).id).not.toBe(of(`${long}y`).id);
  });
});

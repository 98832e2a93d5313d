import { describe, expect, test } from "vitest";
import { memoryHost } from "./fixtures/memory-host.js";
import { readDeclarations } from "./read-declarations.js";

function read(text: string, files: Record<string, string> = {}) {
  const { declarations, diagnostics, filesRead } = readDeclarations(
    ["a.queue.ts"],
    memoryHost({ ...files, "a.queue.ts": text }),
  );
  const problems = diagnostics.map(({ code, at }) => `${code} ${at?.line}:${at?.column}`);
  const names = declarations.map(({ name }) => (name.kind === "scalar" ? name.value : name.kind));
  return { declarations, names, problems, filesRead };
}

const header = 'import { defineQueue, varchar } from "queuegen";\n';

describe("defineQueue is found", () => {
  test.each([
    ['import { defineQueue } from "queuegen"; export const q = defineQueue("q", {});'],
    ['import { defineQueue as d } from "queuegen"; export const q = d("q", {});'],
    ['import * as lib from "queuegen"; export const q = lib.defineQueue("q", {});'],
    ['import { defineQueue } from "./own.js"; export const q = defineQueue("q", {});'],
    [`${header}export const q: unknown = (defineQueue("q", {}) as never);`],
    [`${header}const q = defineQueue("q", {}); export { q };`],
    [`${header}const local = defineQueue("q", {}); export { local as q };`],
    [`${header}const options = {}; const name = "q"; export const q = defineQueue(name, options);`],
  ])("%s", (text) => {
    const { declarations, names, problems } = read(text, { "own.ts": 'export * from "queuegen";' });
    expect(problems).toEqual([]);
    expect(names).toEqual(["q"]);
    expect(declarations[0]?.exportName).toBe("q");
  });

  test("several times in one file, in source order", () => {
    const text = `${header}export const b = defineQueue("b", {}), c = defineQueue("c", {});\nexport const a = defineQueue("a", {});`;
    expect(read(text).names).toEqual(["b", "c", "a"]);
  });

  test("with its JSDoc, without stars and tags", () => {
    const text = `${header}/**\r\n * Sends it.\r\n *\r\n * Twice, see {@link b}.\r\n * @internal\r\n */\r\nexport const a = defineQueue("a", {});`;
    expect(read(text).declarations[0]?.doc).toBe("Sends it.\n\nTwice, see {@link b}.");
  });

  test("not where the name is another function's", () => {
    const text = 'function defineQueue(a: string, b: object) {}\nexport const q = defineQueue("q", {});';
    expect(read(text)).toMatchObject({ names: [], problems: ["schema-without-queue 1:1"] });
  });
});

describe("what is wrong around a declaration is told", () => {
  test.each([
    ['const q = defineQueue("q", {});', "queue-not-exported 2:11", 1],
    ['export default defineQueue("q", {});', "queue-not-exported 2:16", 1],
    ['defineQueue("q", {});', "queue-not-exported 2:1", 1],
    ['export const q = [defineQueue("q", {})];', "schema-not-static 2:19", 0],
    ['function make() { return defineQueue("q", {}); }', "schema-not-static 2:26", 0],
    ['if (true) { defineQueue("q", {}); }', "schema-not-static 2:13", 0],
    ['export const q = defineQueue("q");', "bad-declaration 2:18", 0],
    ['export const q = defineQueue("q", {}, 1);', "bad-declaration 2:18", 0],
    ['export const q = defineQueue(...["q", {}]);', "bad-declaration 2:18", 0],
    ['export const q = defineQueue("q", []);', "bad-declaration 2:35", 0],
    ['export const q = defineQueue("q", load());', "schema-not-static 2:35", 0],
    ["export const q = defineQueue(name(), {});", "schema-not-static 2:30", 1],
  ])("%s", (text, problem, count) => {
    const result = read(header + text);
    expect(result.problems).toEqual([problem]);
    expect(result.declarations).toHaveLength(count);
  });

  test("an empty file and one without a queue are warned of", () => {
    expect(read("").problems).toEqual(["schema-without-queue 1:1"]);
    expect(read("export const a = 1;\n").problems).toEqual(["schema-without-queue 1:1"]);
  });

  test("syntax errors, each with its place, and no nonsense after them", () => {
    expect(read(`${header}export const q = defineQueue("q", { a: });\nexport const = 1;`)).toMatchObject({
      names: [],
      problems: ["schema-syntax 2:40", "schema-syntax 3:14", "schema-syntax 3:16"],
    });
  });

  test("a merge that nobody resolved is told once a file, with what to do", () => {
    const host = memoryHost({
      "a.queue.ts": `${header}<<<<<<< HEAD\nexport const a = 1;\n=======\nexport const a = 2;\n>>>>>>> other\n`,
    });
    const { diagnostics } = readDeclarations(["a.queue.ts"], host);
    expect(diagnostics).toMatchObject([
      { code: "schema-syntax", at: { line: 2, column: 1 }, hint: expect.stringContaining("Resolve the merge") },
    ]);
  });

  test("bytes that are no program do not crash the reader", () => {
    expect(
      read("\u0000\u0001\uFFFD<<<<<<< HEAD\n").problems.every((problem) => problem.startsWith("schema-syntax")),
    ).toBe(true);
  });

  test("a file that is not there", () => {
    const { diagnostics } = readDeclarations(["gone.queue.ts"], memoryHost({}));
    expect(diagnostics).toMatchObject([{ code: "schema-not-found", at: { file: "gone.queue.ts" } }]);
  });

  test("a problem in one file leaves the others readable", () => {
    const host = memoryHost({
      "a.queue.ts": "export const = 1;",
      "b.queue.ts": `${header}export const b = defineQueue("b", {});`,
    });
    const { declarations, diagnostics } = readDeclarations(["a.queue.ts", "b.queue.ts"], host);
    expect(declarations).toHaveLength(1);
    expect(diagnostics.map(({ at }) => at?.file)).toEqual(["a.queue.ts", "a.queue.ts"]);
  });
});

describe("places", () => {
  const place = (text: string) => {
    const entry = read(text).declarations[0]?.options.entries[0];
    return entry && { key: entry.keyAt, value: entry.value.at };
  };

  test("are exact with CRLF, tabs, an emoji and a byte order mark before them", () => {
    const text = `\uFEFFimport { defineQueue } from "queuegen";\r\nexport const q = defineQueue("q", {\r\n\t/* 🚀 */ a: "x",\r\n});\r\n`;
    expect(place(text)).toEqual({
      key: { file: "a.queue.ts", line: 3, column: 11, length: 1, lineText: '\t/* 🚀 */ a: "x",' },
      value: { file: "a.queue.ts", line: 3, column: 14, length: 3, lineText: '\t/* 🚀 */ a: "x",' },
    });
  });

  test("on the first line do not count the byte order mark", () => {
    const text = '\uFEFFimport { defineQueue } from "queuegen"; export const q = defineQueue("q", { a: 1 });';
    const at = place(text)?.value;
    expect(at?.lineText.slice(at.column - 1)).toBe("1 });");
  });

  test("of what spans lines end with the first one", () => {
    expect(place(`${header}export const q = defineQueue("q", {\n  a: {\n    b: 1 } });`)?.value).toMatchObject({
      line: 3,
      column: 6,
      length: 1,
    });
  });
});

test("the answer names every file it depends on", () => {
  const text = `${header}import { A } from "./c.js"; import type { T } from "./t.js";\nexport const q = defineQueue("q", { A });`;
  const files = { "c.ts": 'export { A } from "./d.js";', "d.ts": "export const A = 1;", "t.ts": "export type T = 1;" };
  expect(read(text, files).filesRead).toEqual(["a.queue.ts", "c.ts", "d.ts"]);
});

test("thousands of terms and levels do not end the program", () => {
  const sum = Array.from({ length: 2_000 }, () => "1").join(" + ");
  const deep = `${"[".repeat(500)}1${"]".repeat(500)}`;
  expect(read(`${header}export const q = defineQueue("q", { sum: ${sum}, deep: ${deep} });`).problems).toEqual([]);
});

import { describe, expect, test } from "vitest";
import { plain, readValue } from "./fixtures/read-value.js";

const shared = `export const LEASE = "1m"; export enum Level { High = 3 } export default "def"; export const { taken } = x;`;

describe("values of other files", () => {
  test.each<[string, string, Record<string, string>, unknown]>([
    ["LEASE", 'import { LEASE } from "./shared.js";', { "schemas/shared.ts": shared }, "1m"],
    ["LEASE", 'import { LEASE } from "./shared";', { "schemas/shared.ts": shared }, "1m"],
    ["LEASE", 'import { LEASE } from "./shared.ts";', { "schemas/shared.ts": shared }, "1m"],
    ["LEASE", 'import { LEASE } from "./shared.mjs";', { "schemas/shared.mts": shared }, "1m"],
    ["LEASE", 'import { LEASE } from "./shared.cjs";', { "schemas/shared.cts": shared }, "1m"],
    ["LEASE", 'import { LEASE } from "./shared.cts";', { "schemas/shared.cts": shared }, "1m"],
    ["LEASE", 'import { LEASE } from "../src/shared.queue.js";', { "src/shared.queue.ts": shared }, "1m"],
    ["LEASE", 'import { LEASE } from "../lib";', { "lib/index.ts": shared }, "1m"],
    ["LEASE", 'import { LEASE } from "..";', { "index.ts": shared }, "1m"],
    ["l", 'import { LEASE as l } from "./shared.js";', { "schemas/shared.ts": shared }, "1m"],
    ["Level.High", 'import { Level } from "./shared.js";', { "schemas/shared.ts": shared }, 3],
    ["s.Level.High", 'import * as s from "./shared.js";', { "schemas/shared.ts": shared }, 3],
    ["s.LEASE", 'import * as s from "./shared.js";', { "schemas/shared.ts": shared }, "1m"],
    ['s["LEASE"]', 'import * as s from "./shared.js";', { "schemas/shared.ts": shared }, "1m"],
    ["d", 'import d from "./shared.js";', { "schemas/shared.ts": shared }, "def"],
    ["d", 'import { default as d } from "./shared.js";', { "schemas/shared.ts": shared }, "def"],
    [
      "c.a.b[1]",
      'import c from "./c.json" with { type: "json" };',
      { "schemas/c.json": '{ "a": { "b": [1, -2] } }' },
      -2,
    ],
    ["c.a", 'import * as c from "./c.json";', { "schemas/c.json": '{ "a": null }' }, null],
  ])("%s after %s", (expression, before, files, expected) => {
    const { value, problems } = readValue(expression, { before, files });
    expect(problems).toEqual([]);
    expect(plain(value)).toEqual(expected);
  });

  test("re-exports are followed, by name, under another name, by star and as a namespace", () => {
    const files = {
      "schemas/a.ts":
        'export { LEASE as A } from "./shared.js"; export * from "./b.js"; export * as all from "./shared.js";',
      "schemas/b.ts": 'import { LEASE } from "./shared.js"; export { LEASE as B }; export * from "./a.js";',
      "schemas/shared.ts": shared,
    };
    const before = 'import { A, B, all } from "./a.js";';
    expect(plain(readValue("[A, B, all.LEASE]", { before, files }).value)).toEqual(["1m", "1m", "1m"]);
  });

  test("files that import each other are read", () => {
    const files = {
      "schemas/a.ts": 'import { two } from "./b.js"; export const one = 1; export const three = two + one;',
      "schemas/b.ts": 'import { one } from "./a.js"; export const two = one + one;',
    };
    const { value, problems } = readValue("three", { before: 'import { three } from "./a.js";', files });
    expect(problems).toEqual([]);
    expect(plain(value)).toBe(3);
  });

  test("consts of two files that need each other are told and do not hang", () => {
    const files = {
      "schemas/a.ts": 'import { b } from "./b.js"; export const a = b;',
      "schemas/b.ts": 'import { a } from "./a.js"; export const b = a;',
    };
    const { problems } = readValue("a", { before: 'import { a } from "./a.js";', files });
    expect(problems).toEqual(["schema-not-static schemas/b.ts:1:46 a"]);
  });

  test("enums of two files that need each other are told in the file where the circle closes", () => {
    const files = {
      "schemas/a.ts":
        '// A long line, so that a place in the other file is none here.\nimport { B } from "./b.js"; export enum A { X = B.Y }',
      "schemas/b.ts": 'import { A } from "./a.js"; export enum B { Y = A.X }',
    };
    const { problems } = readValue("A.X", { before: 'import { A } from "./a.js";', files });
    expect(problems).toEqual(["schema-not-static schemas/b.ts:1:49 A.X"]);
  });

  test("a re-export that only names itself is told", () => {
    const files = { "schemas/a.ts": 'export { x } from "./b.js";', "schemas/b.ts": 'export { x } from "./a.js";' };
    const { problems } = readValue("x", { before: 'import { x } from "./a.js";', files });
    expect(problems).toHaveLength(1);
  });

  test.each([
    ["gone", 'import { gone } from "./shared.js";'],
    ["gone", 'import { gone } from "./nowhere.js";'],
    ["gone", 'import { gone } from "some-package";'],
    ["taken", 'import { taken } from "./shared.js";'],
    ["s", 'import * as s from "./shared.js";'],
    ["s.gone", 'import * as s from "./shared.js";'],
  ])("%s after %s is told where it is used", (expression, before) => {
    const { problems } = readValue(expression, { before, files: { "schemas/shared.ts": shared } });
    expect(problems).toEqual([`schema-not-static schemas/q.queue.ts:3:40 ${expression}`]);
  });

  test("what cannot be read in another file is told there", () => {
    const files = { "schemas/shared.ts": "export const LEASE = compute();" };
    const { problems } = readValue("LEASE", { before: 'import { LEASE } from "./shared.js";', files });
    expect(problems).toEqual(["schema-not-static schemas/shared.ts:1:22 compute()"]);
  });

  test("a syntax error in another file is told there", () => {
    const files = { "schemas/shared.ts": "export const LEASE = ;" };
    const { problems } = readValue("LEASE", { before: 'import { LEASE } from "./shared.js";', files });
    expect(problems).toContain("schema-syntax schemas/shared.ts:1:22 ;");
  });
});

describe("paths of tsconfig.json", () => {
  const before = 'import { LEASE } from "@app/shared"; import { X } from "~";';

  test("are followed, the longest match first, through extends, with comments in the file", () => {
    const files = {
      "tsconfig.json": '{ "extends": "./base", /* here */ "compilerOptions": { "strict": true, }, }',
      "base.json":
        '{ "compilerOptions": { "paths": { "@app/*": ["./src/*"], "@*": ["./no/*"], "~": ["./src/x.ts"] } } }',
      "src/shared.ts": shared,
      "src/x.ts": "export const X = 7;",
    };
    const { value, filesRead } = readValue("[LEASE, X]", { before, files });
    expect(plain(value)).toEqual(["1m", 7]);
    expect(filesRead).toEqual(["base.json", "schemas/q.queue.ts", "src/shared.ts", "src/x.ts", "tsconfig.json"]);
  });

  test("the nearest tsconfig counts", () => {
    const files = {
      "tsconfig.json": '{ "compilerOptions": { "paths": { "@app/*": ["./wrong/*"] } } }',
      "schemas/tsconfig.json": '{ "compilerOptions": { "baseUrl": "..", "paths": { "@app/*": ["src/*"] } } }',
      "wrong/shared.ts": 'export const LEASE = "wrong";',
      "src/shared.ts": shared,
      "~.ts": "export const X = 8;",
    };
    expect(plain(readValue("[LEASE, X]", { before, files }).value)).toEqual(["1m", 8]);
  });

  test("a tsconfig that is broken or extends itself has no paths", () => {
    for (const text of [
      '{ "extends": "./tsconfig.json" }',
      "{",
      "[]",
      '{ "compilerOptions": { "paths": { "@app/*": 1 } } }',
    ]) {
      expect(readValue("LEASE", { before, files: { "tsconfig.json": text } }).problems).toHaveLength(1);
    }
  });
});

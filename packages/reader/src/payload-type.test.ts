import { describe, expect, test } from "vitest";
import { readValue } from "./fixtures/read-value.js";

function readPayload(type: string, before = "", files: Record<string, string> = {}) {
  const { value, problems, filesRead } = readValue(`json<${type}>()`, { before, files });
  const column = value?.kind === "column" ? value : undefined;
  return { payload: column?.payload, doc: column?.payloadDoc, problems, filesRead };
}

describe("types that generated code can import", () => {
  const local = { kind: "import", from: "schemas/q.queue.ts", bare: false };

  test.each([
    ["export interface P { a: string }", "P"],
    ["export type P = { a: string };", "P"],
    ["export class P {}", "P"],
    ["export enum P { A }", "P"],
    ["interface P { a: string } export type { P };", "P"],
    ["interface P { a: string } export { type P };", "P"],
  ])("%s", (before, name) => {
    expect(readPayload("P", before).payload).toEqual({ ...local, name });
  });

  test("a type exported under another name is imported under that", () => {
    expect(readPayload("P", "interface P {} export type { P as Public };").payload).toEqual({
      ...local,
      name: "Public",
    });
  });

  test.each<[string, string, string]>([
    ["P", 'import type { P } from "./types.js";', "P"],
    ["Q", 'import { type P as Q } from "./types.js";', "P"],
    ["t.P", 'import type * as t from "./types.js";', "P"],
    ['import("./types.js").P', "", "P"],
    ["P", 'import type { P } from "@app/types";', "P"],
  ])("%s after %s comes from its file", (type, before, name) => {
    const files = {
      "schemas/types.ts": "/** What is sent. */\nexport interface P {}",
      "tsconfig.json": '{ "compilerOptions": { "paths": { "@app/*": ["./schemas/*"] } } }',
    };
    const { payload, doc, problems } = readPayload(type, before, files);
    expect(problems).toEqual([]);
    expect(payload).toEqual({ kind: "import", name, from: "schemas/types.ts", bare: false });
    expect(doc).toBe("What is sent.");
  });

  test("a type of a package is imported from the package", () => {
    const { payload } = readPayload("P", 'import type { P } from "@scope/events/v1";');
    expect(payload).toEqual({ kind: "import", name: "P", from: "@scope/events/v1", bare: true });
  });

  test("its JSDoc comes along", () => {
    expect(readPayload("P", "/** What is\n * shown. */\nexport interface P {}").doc).toBe("What is\nshown.");
  });
});

describe("types that are copied", () => {
  test.each([
    "{ title: string; body?: string | null }",
    "string[]",
    "unknown",
    "Record<string, number>",
    'readonly ("a" | 1)[]',
    "{ [key: string]: Array<Date> }",
    "{\n  a: 1; // one\n}",
    '{ "with-dash": Partial<Record<"a", 1>> }',
  ])("%s", (type) => {
    const { payload, problems } = readPayload(type);
    expect(problems).toEqual([]);
    expect(payload).toEqual({ kind: "inline", text: type });
  });

  test("with LF, whatever the file has", () => {
    expect(readPayload("{\r\n  a: 1\r\n}").payload).toEqual({ kind: "inline", text: "{\n  a: 1\n}" });
  });

  test("no type at all is fine", () => {
    expect(readValue("json()").value).toMatchObject({ kind: "column", payload: undefined });
  });
});

describe("types around others", () => {
  const imported = (name: string, from = "schemas/q.queue.ts", bare = false) => ({ kind: "import", name, from, bare });
  const files = { "schemas/types.ts": "export interface Item {}" };

  test.each<[string, string, unknown[]]>([
    ["P[]", "export interface P {}", [imported("P"), "[]"]],
    ["Partial<P>", "export interface P {}", ["Partial<", imported("P"), ">"]],
    [
      "Page<Q>",
      'import type { Item as Q } from "./types.js"; export interface Page<T> { items: T[] }',
      [imported("Page"), "<", imported("Item", "schemas/types.ts"), ">"],
    ],
    [
      "{ a: t.Item; b?: E | null }",
      'import type * as t from "./types.js"; import type { E } from "events-package";',
      ["{ a: ", imported("Item", "schemas/types.ts"), "; b?: ", imported("E", "events-package", true), " | null }"],
    ],
    ['{ p: import("./types.js").Item }', "", ["{ p: ", imported("Item", "schemas/types.ts"), " }"]],
  ])("%s after %s", (type, before, parts) => {
    const { payload, problems } = readPayload(type, before, files);
    expect(problems).toEqual([]);
    expect(payload).toEqual({ kind: "composed", parts });
  });
});

describe("types that are told, where they stand", () => {
  test.each([
    ["P", "interface P {}", 45, "P"],
    ["P", "export default interface P {}", 45, "P"],
    ["P[]", "interface P {}", 45, "P"],
    ["Page<P>", "interface P {} export interface Page<T> { items: T[] }", 50, "P"],
    ["typeof value", "export const value = 1;", 45, "typeof value"],
    ["D", 'import type D from "./types.js";', 45, "D"],
    ["t", 'import type * as t from "./types.js";', 45, "t"],
    ["P.Q", "export namespace P { export interface Q {} } export interface P {}", 47, "Q"],
    ["P", 'import type { P } from "./nowhere.js";', 45, "P"],
    ['import("./types.js").P<string>', "", 45, 'import("./types.js").P<string>'],
    ['import("./types.js")', "", 45, 'import("./types.js")'],
    ["{ [KEY]: string }", 'const KEY = "a";', 47, "[KEY]"],
  ])("%s after %s", (type, before, column, marked) => {
    const { payload, problems } = readPayload(type, before, { "schemas/types.ts": "export interface P {}" });
    expect(payload).toBeUndefined();
    expect(problems).toEqual([`payload-type-not-exported schemas/q.queue.ts:3:${column} ${marked}`]);
  });

  test("each one", () => {
    const { problems } = readPayload("{ a: A; b: B }", "interface A {} interface B {}");
    expect(problems).toHaveLength(2);
  });
});

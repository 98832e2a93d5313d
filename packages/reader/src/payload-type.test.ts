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

describe("types that are told", () => {
  test.each([
    ["P", "interface P {}"],
    ["P", "export default interface P {}"],
    ["P[]", "export interface P {}"],
    ["Page<P>", "export interface P {} export interface Page<T> { items: T[] }"],
    ["{ p: P }", 'import type { P } from "./types.js";'],
    ["Partial<P>", "export interface P {}"],
    ["typeof value", "export const value = 1;"],
    ["D", 'import type D from "./types.js";'],
    ["t", 'import type * as t from "./types.js";'],
    ["P", 'import type { P } from "./nowhere.js";'],
    ['import("./types.js").P<string>', ""],
    ['{ p: import("./types.js").P }', ""],
    ["{ [KEY]: string }", 'const KEY = "a";'],
  ])("%s after %s", (type, before) => {
    const { payload, problems } = readPayload(type, before, { "schemas/types.ts": "export interface P {}" });
    expect(payload).toBeUndefined();
    expect(problems).toEqual([`payload-type-not-exported schemas/q.queue.ts:3:45 ${type}`]);
  });
});

import { QueuegenError } from "@queuegen/model";
import { describe, expect, it } from "vitest";
import { parseJson } from "./parse-json.js";

describe("parseJson", () => {
  it("gives every value and key its place", () => {
    const value = parseJson('{\n  "a": [1, "x"],\n  "b": { "c": null }\n}\n', "q.json");
    if (value.kind !== "object") throw new Error("not an object");
    expect(value.entries.map((entry) => [entry.key, entry.keyAt.line, entry.keyAt.column])).toEqual([
      ["a", 2, 3],
      ["b", 3, 3],
    ]);
    expect(value.entries[0]?.value).toMatchObject({
      kind: "array",
      items: [{ value: 1 }, { value: "x", at: { column: 12 } }],
    });
  });

  it("takes comments, trailing commas and a byte order mark", () => {
    const value = parseJson('\uFEFF// why\n{ "a": 1, /* not */ "b": [true, ], }', "tsconfig.json");
    expect(value).toMatchObject({ kind: "object", entries: [{ key: "a" }, { key: "b" }] });
  });

  it.each([
    ['{ "a": 1', 'Expected "," or "}".'],
    ['{ "a" 1 }', 'Expected ":" after the key "a".'],
    ['{ "a": nope }', "`nope` is not JSON."],
    ["{ a: 1 }", "Expected a key in double quotes."],
    ['{ "a": 1 } x', "Nothing may follow the closing brace."],
    ['{ "a": }', "Expected a value."],
    ['{ "a":', "The file ends too early."],
    ['{ "a": 1,, }', "Expected a key in double quotes."],
    ["", "The file ends too early."],
    ["{ 1: 2 }", "Expected a key in double quotes."],
  ])("refuses %j", (text, message) => {
    expect(diagnosticsOf(text)).toMatchObject([{ code: "config-syntax", message }]);
  });

  it("shows the line of an error", () => {
    expect(diagnosticsOf('{\n  "a": 1\n  "b": 2\n}')).toMatchObject([
      { at: { file: "q.json", line: 3, column: 3, lineText: '  "b": 2' } },
    ]);
  });

  it("keeps a key called __proto__ as data", () => {
    const value = parseJson('{ "__proto__": { "polluted": true } }', "q.json");
    expect(value).toMatchObject({ entries: [{ key: "__proto__" }] });
    expect("polluted" in {}).toBe(false);
  });
});

function diagnosticsOf(text: string): unknown {
  try {
    return parseJson(text, "q.json");
  } catch (error) {
    if (error instanceof QueuegenError) return error.diagnostics;
    throw error;
  }
}

import { describe, expect, test } from "vitest";
import type { SourceRange } from "./diagnostic.js";
import { frame } from "./frame.js";

function range(lineText: string, marked: string, more: Partial<SourceRange> = {}): SourceRange {
  return {
    file: "src/a.queue.ts",
    line: 7,
    column: lineText.indexOf(marked) + 1,
    length: marked.length,
    lineText,
    ...more,
  };
}

function show(at: SourceRange | undefined, more: { hint?: string } = {}): string {
  return frame({ code: "bad-option", severity: "error", message: "Wrong.", ...more, ...(at && { at }) });
}

describe("frame", () => {
  test("shows place, line, range, code, message and hint", () => {
    expect(show(range('  lease: "1s",', '"1s"'), { hint: "Set it to 5s.\nOr leave it out." })).toMatchInlineSnapshot(`
      "src/a.queue.ts:7:10
          7 |   lease: "1s",
            |          ^^^^
      error  bad-option  Wrong.
             Set it to 5s.
             Or leave it out."
    `);
  });

  test("needs no place", () => {
    expect(show(undefined)).toBe("error  bad-option  Wrong.");
  });

  test("shows related places below", () => {
    const at = range("a: 1,", "1");
    const text = frame({ code: "c", severity: "warning", message: "m", at, notes: [{ message: "first one", at }] });
    expect(text).toMatchInlineSnapshot(`
      "src/a.queue.ts:7:4
          7 | a: 1,
            |    ^
      warning  c  m
             first one (src/a.queue.ts:7:4)
          7 | a: 1,
            |    ^"
    `);
  });

  test.each([
    ["tabs", "\t\tlease: 1,", "1"],
    ["an emoji before", '/* 🚀 */ lease: "1s"', '"1s"'],
    ["an emoji family before", "/* 👨‍👩‍👧 */ x: 1", "1"],
    ["CJK before", "/* 任务 */ x: 1", "1"],
    ["a combining accent before", "/* e\u0301 */ x: 1", "1"],
    ["CRLF", "x: 1\r", "1"],
  ])("puts the caret under the range after %s", (_, lineText, marked) => {
    const [, line, caret] = show(range(lineText, marked)).split("\n") as [string, string, string];
    expect(columns(line.slice(0, line.indexOf(marked)))).toBe(caret.indexOf("^"));
    expect(caret.trimEnd().endsWith("^".repeat(marked.length))).toBe(true);
    expect(line).not.toMatch(/[\r\t]/);
  });

  test("marks at least one column, also past the end of the line", () => {
    expect(show(range("ab", "", { column: 99, length: 0 }))).toContain("      |   ^\n");
  });

  test("cuts a range that goes on in the next lines at the end of its line", () => {
    expect(show(range("x: {", "{", { length: 500 }))).toContain("      |    ^\n");
  });

  test("cuts long lines around the range", () => {
    const lineText = `${"a".repeat(100_000)}MARK${"b".repeat(100_000)}`;
    const [, line, caret] = show(range(lineText, "MARK")).split("\n") as [string, string, string];
    expect(line.length).toBeLessThanOrEqual(110);
    expect(line).toMatch(/^ {4}7 \| …a+MARKb+…$/);
    expect(line.indexOf("MARK")).toBe(caret.indexOf("^^^^"));
  });

  test("a line of megabytes costs no time", () => {
    const lineText = `${"任".repeat(2_000_000)}MARK${"任".repeat(2_000_000)}`;
    const before = performance.now();
    expect(show(range(lineText, "MARK"))).toContain("MARK任");
    expect(performance.now() - before).toBeLessThan(200);
  });

  test("cuts a range that is longer than the room", () => {
    const [, line, caret] = show(range(`x: ${"y".repeat(5_000)};`, "y".repeat(5_000))).split("\n") as [
      string,
      string,
      string,
    ];
    expect(line.endsWith("y…")).toBe(true);
    expect(caret.length).toBeLessThanOrEqual(line.length);
  });

  test("lets no control character of the source reach the terminal", () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(show(range("x: '\u001B[31m\u202E'", "x"))).not.toMatch(/[\u001B\u202E]/);
  });
});

/** Columns in a terminal, counted independently of the code under test: the samples hold only these. */
function columns(text: string): number {
  return text.replace(/👨‍👩‍👧|🚀|任|务/gu, "##").replace(/\u0301/g, "").length;
}

import { expect, test } from "vitest";
import type { Diagnostic } from "./diagnostic.js";
import { sortDiagnostics } from "./sort-diagnostics.js";

function diagnostic(code: string, file?: string, line = 1, column = 1): Diagnostic {
  const at = file === undefined ? {} : { at: { file, line, column, length: 1, lineText: "" } };
  return { code, severity: "error", message: code, ...at };
}

test("sorts by file, line, column and code, those without a place first", () => {
  const mixed = [
    diagnostic("e", "b.ts"),
    diagnostic("d", "a.ts", 10),
    diagnostic("c", "a.ts", 9, 2),
    diagnostic("b", "a.ts", 9, 2),
    diagnostic("f", "B.ts"),
    diagnostic("a"),
  ];
  expect(sortDiagnostics(mixed).map(({ code }) => code)).toEqual(["a", "f", "b", "c", "d", "e"]);
});

test("drops what is told twice", () => {
  expect(sortDiagnostics([diagnostic("a", "a.ts"), diagnostic("a", "a.ts"), diagnostic("a", "a.ts", 2)])).toHaveLength(
    2,
  );
});

import { expect, it } from "vitest";
import { columnMember, fit, importType, keep, member } from "./layout.js";

const long = "x".repeat(40);

it("the first form that fits is taken, the last where none does", () => {
  expect(fit("short", "sh\nort")).toBe("short");
  expect(fit("x".repeat(81), "x\nx")).toBe("x\nx");
  expect(fit("x".repeat(81), "x".repeat(90))).toBe("x".repeat(90));
  expect(fit("x".repeat(80), "x")).toBe("x".repeat(80));
});

it("a long line that cannot be broken says so to the formatter", () => {
  expect(keep("  a: 1,")).toBe("  a: 1,");
  expect(keep(`    a: ${long}${long},`)).toBe(`    // prettier-ignore\n    a: ${long}${long},`);
});

it("a union is broken at its bars, a generic at its arguments", () => {
  expect(member("a", [long, long], false)).toBe(`  a:\n    | ${long}\n    | ${long};`);
  expect(columnMember("a", [[long], ["never"], [long]], false)).toBe(
    `  a: Column<\n    ${long},\n    never,\n    ${long}\n  >;`,
  );
});

it("text of the user is kept as it is", () => {
  expect(member("a", ["{ b: 1 }"], true)).toBe("  // prettier-ignore\n  a: { b: 1 };");
});

it("an import of one name is never broken", () => {
  expect(importType([long + long], "x")).toBe(`import type { ${long}${long} } from "x";`);
  expect(importType([long, long], "x")).toBe(`import type {\n  ${long},\n  ${long},\n} from "x";`);
});

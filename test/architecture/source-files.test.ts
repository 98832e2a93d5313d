import { expect, test } from "vitest";
import { importsOf, packageOf } from "./source-files.js";

test("imports are found wherever they stand, and told from text", () => {
  const text = `
import a from "one";
import type { B } from "two";
import { type C } from "three";
export { d } from "four";
export type { E } from "five";
type F = import("six").F;
const g = await import("seven");
import "eight";
const text = 'import x from "nine"'; // import y from "ten"
`;
  expect(importsOf("x.ts", text)).toEqual([
    { specifier: "one", typeOnly: false, line: 2 },
    { specifier: "two", typeOnly: true, line: 3 },
    { specifier: "three", typeOnly: false, line: 4 },
    { specifier: "four", typeOnly: false, line: 5 },
    { specifier: "five", typeOnly: true, line: 6 },
    { specifier: "six", typeOnly: true, line: 7 },
    { specifier: "seven", typeOnly: false, line: 8 },
    { specifier: "eight", typeOnly: false, line: 9 },
  ]);
});

test("a package's name is the first part of a specifier, the first two with a scope", () => {
  expect(["mysql2/promise", "@queuegen/modes/claim/run", "yargs"].map(packageOf)).toEqual([
    "mysql2",
    "@queuegen/modes",
    "yargs",
  ]);
});

import { expect, it } from "vitest";
import { stringLiteral, valueLiteral } from "./literals.js";

it.each([
  [30_000, "30_000"],
  [9_999, "9999"],
  [3_600_000, "3_600_000"],
  [0.1, "0.1"],
  [-12_345, "-12345"],
  [10n, "10n"],
  [null, "null"],
  [true, "true"],
  [[1, "a"], '[1, "a"]'],
  [{ a: 1, b: undefined, c: { d: [] } }, "{ a: 1, c: { d: [] } }"],
  [{}, "{}"],
])("a value is written as source text, case %$", (value, text) => {
  expect(valueLiteral(value)).toBe(text);
});

it.each([
  "plain",
  "it's",
  'a "quoted" word',
  'it\'s "both"',
  "back\\slash",
  "line\nbreak\u2028",
  "lone \ud800",
  "</script>",
])("the literal of %j yields it", (text) => {
  expect(new Function(`return ${stringLiteral(text)}`)()).toBe(text);
});

import { expect, test } from "vitest";
import { compile, digits, Inline, type SqlValues } from "./statement.js";

const quote = (value: string | Uint8Array): string => `'${String(value).replaceAll("'", "''")}'`;
const render = (text: string, values: SqlValues): string => compile(text).render(values, quote);

test("a parameter is replaced at each of its places", () => {
  expect(render("a = :x AND b = :y OR c = :x", { x: 1, y: "o'k" })).toBe("a = 1 AND b = 'o''k' OR c = 1");
});

test("a colon inside a string, a quoted name or a comment is text", () => {
  const text = `SELECT ':a', ":b", \`:c\`, 'it''s :d', 'back\\':e' /* :f */ -- :g\n# :h\nFROM t WHERE x = :x`;
  expect(compile(text).names).toEqual(["x"]);
  expect(render(text, { x: 7 })).toBe(text.replace(":x", "7"));
});

test("a comment that does not end swallows the rest", () => {
  expect(compile("SELECT 1 /* :a").names).toEqual([]);
  expect(compile("SELECT 1 -- :a").names).toEqual([]);
});

test("two minus signs without a blank are no comment", () => {
  expect(compile("SELECT 1--:a").names).toEqual(["a"]);
});

test("an assignment and a doubled colon are no parameters", () => {
  expect(compile("SELECT @a := 1, a::b").names).toEqual([]);
});

test("a list expands and an empty list matches nothing", () => {
  expect(render("id IN (:ids)", { ids: ["a", "b"] })).toBe("id IN ('a','b')");
  expect(render("id IN (:ids)", { ids: [] })).toBe("id IN (NULL)");
  expect(render("id IN (:ids)", { ids: digits([]) })).toBe("id IN (NULL)");
});

test("ids of 64 bits keep every digit", () => {
  expect(render("id IN (:ids)", { ids: digits(["18446744073709551615", "-9223372036854775808"]) })).toBe(
    "id IN (18446744073709551615,-9223372036854775808)",
  );
});

test("an id that is not an integer is refused", () => {
  for (const id of ["1 OR 1=1", "", "1e3", "0x1", "1.5", " 1", "1\n", "--1"]) {
    expect(() => digits([id]), id).toThrow("not an integer id");
  }
});

test("only an Inline made by the library is written in unescaped", () => {
  expect(render(":x", { x: new Inline("NOW()") })).toBe("NOW()");
  expect(() => render(":x", { x: { sql: "NOW()" } as unknown as string })).toThrow(":x cannot be");
});

test("a missing value is an error, also where Object.prototype has the name", () => {
  expect(() => render(":constructor", {})).toThrow("no value for :constructor");
});

test("numbers that are not numbers are refused", () => {
  expect(() => render(":x", { x: Number.NaN })).toThrow(":x cannot be NaN");
  expect(() => render(":x", { x: Number.POSITIVE_INFINITY })).toThrow(":x cannot be Infinity");
});

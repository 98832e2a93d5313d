import { expect, test } from "vitest";
import type { ColumnSpec } from "../column.js";
import { jobDecoder } from "./decode.js";
import { encodeColumn } from "./encode.js";

function encode(column: ColumnSpec, value: unknown): unknown {
  return encodeColumn(column, value, "it", (path, problem) => {
    throw new Error(`${path} ${problem}`);
  });
}

test.each<[string, unknown, string]>([
  ["undefined in a list", { a: [1, undefined] }, "it.a[1] is undefined"],
  ["a function", { a: () => 1 }, "it.a is a function"],
  ["a symbol", [Symbol("x")], "it[0] is a symbol"],
  ["a BigInt", { n: 1n }, "it.n is a BigInt"],
  ["NaN", { n: Number.NaN }, "it.n is NaN"],
  ["an infinity", [Number.NEGATIVE_INFINITY], "it[0] is -Infinity"],
  ["a lone surrogate", { a: { b: "x\ud800" } }, "it.a.b has a lone surrogate"],
  ["a lone surrogate in a name", { "\udc00": 1 }, "property name with a lone surrogate"],
  ["a Map", { m: new Map() }, "it.m is a Map or Set"],
])("JSON with %s is refused with its place", (_name, value, message) => {
  expect(() => encode({ type: "json" }, value)).toThrow(message);
});

test("JSON that refers to itself is refused", () => {
  const loop: { self?: unknown } = {};
  loop.self = loop;
  expect(() => encode({ type: "json" }, loop)).toThrow("nested deeper than 100 levels, or refers to itself");
});

test("JSON with odd but honest content comes back as it was", () => {
  const value = {
    nul: "a\0b",
    emoji: "\u{1f600}",
    quote: `'"\\`,
    ...JSON.parse('{"__proto__":{"x":1},"constructor":2}'),
    big: 2 ** 60,
    none: null,
  };
  const read = jobDecoder<{ payload: typeof value }>({ payload: { type: "json" } });
  const text = encode({ type: "json" }, value) as string;
  const { payload } = read("1", [text], 0);
  expect(payload).toEqual(value);
  expect(Object.hasOwn(payload, "__proto__")).toBe(true);
  expect(({} as { x?: number }).x).toBeUndefined();
});

test("an undefined property is left out, an object with toJSON is stored as the object that this gives", () => {
  expect(encode({ type: "json" }, { a: undefined, b: { toJSON: () => ({ c: 1 }) } })).toBe('{"b":{"c":1}}');
});

test.each<[ColumnSpec, unknown]>([
  [{ type: "decimal", precision: 10, scale: 2 }, "12345678.90"],
  [{ type: "decimal", precision: 10, scale: 2 }, "-0012.500"],
  [{ type: "decimal", precision: 2, scale: 2, unsigned: true }, "0.25"],
  [{ type: "decimal", precision: 2, scale: 2, unsigned: true }, "-0.00"],
  [{ type: "decimal", precision: 5, scale: 0 }, "99999"],
  [{ type: "date" }, "2024-02-29"],
  [{ type: "datetime", precision: 3 }, "2026-11-30 12:00:00.678000"],
  [{ type: "datetime", precision: 0 }, "2026-11-30T23:59:59"],
  [{ type: "time", precision: 0 }, "-838:59:59"],
  [{ type: "char", length: 3 }, " a"],
])("%o keeps %o", (column, value) => {
  expect(encode(column, value)).toBe(value);
});

test.each<[ColumnSpec, unknown, string]>([
  [{ type: "tinyint", unsigned: true }, 256, "out of the range of tinyint unsigned"],
  [{ type: "tinyint" }, -129, "out of the range of tinyint"],
  [{ type: "int", unsigned: true }, -1, "out of the range"],
  [{ type: "int" }, 1.5, "not an integer"],
  [{ type: "bigint" }, 2 ** 53, "give it as a string or BigInt"],
  [{ type: "bigint", unsigned: true }, "18446744073709551616", "out of the range"],
  [{ type: "bigint" }, "12a", "not an integer"],
  [{ type: "double" }, Number.NaN, "not a finite number"],
  [{ type: "decimal" }, "1e5", "not a decimal"],
  [{ type: "varchar", length: 3 }, "abcd", "more than the 3 characters"],
  [{ type: "varchar", length: 3 }, "a\ud800", "lone surrogate"],
  [{ type: "tinytext" }, "é".repeat(128), "more than the 255 bytes"],
  [{ type: "varbinary", length: 2 }, Buffer.from("abc"), "has 3 bytes, the column holds 2"],
  [{ type: "varchar" }, 5, "not a string"],
  [{ type: "varchar" }, null, "is null"],
  [{ type: "varchar" }, undefined, "is missing"],
  [{ type: "enum", values: ["a", "b"] }, "c", "not one of a, b"],
  [{ type: "boolean" }, 1, "not a boolean"],
  [{ type: "datetime" }, "yesterday", 'not a text like "2026-11-30 12:00:00"'],
  [{ type: "datetime" }, new Date(0), 'is a Date, not a text like "2026-11-30 12:00:00"; which zone'],
  [{ type: "datetime", precision: 3 }, "2026-11-30 12:00:00.6789", "keeps 3 digits"],
  [{ type: "timestamp", precision: 0 }, "2026-11-30 12:00:00.5", "keeps 0 digits"],
  [{ type: "datetime" }, "2026-02-30 12:00:00", "there is no such datetime"],
  [{ type: "datetime" }, "2026-11-30 24:00:00", "there is no such datetime"],
  [{ type: "date" }, "2025-02-29", "there is no such date"],
  [{ type: "date" }, "0000-00-00", "there is no such date"],
  [{ type: "time" }, "839:00:00", "there is no such time"],
  [{ type: "time" }, "12:60:00", "there is no such time"],
  [{ type: "year" }, 26, "not a year from 1901 to 2155"],
  [{ type: "char", length: 3 }, "a ", "ends with a space"],
  [{ type: "decimal", precision: 10, scale: 2 }, "12.505", "decimal(10, 2) does not hold exactly"],
  [{ type: "decimal", precision: 10, scale: 2 }, "123456789.00", "decimal(10, 2) does not hold exactly"],
  [{ type: "decimal", precision: 10, scale: 2 }, 0.1 + 0.2, "does not hold exactly"],
  [{ type: "decimal", precision: 10, scale: 2, unsigned: true }, "-1", "the column is unsigned"],
  [{ type: "json" }, { at: [new Date(0)] }, "is a Date, which comes back as text; store date.toISOString()"],
  [{ type: "json" }, { at: new URL("http://a.test") }, "is a URL, which comes back as text"],
])("%o refuses %o", (column, value, message) => {
  expect(() => encode(column, value)).toThrow(message);
});

test("four-byte characters count as one character", () => {
  expect(encode({ type: "varchar", length: 3 }, "\u{1f600}\u{1f600}\u{1f600}")).toBe("\u{1f600}\u{1f600}\u{1f600}");
});

test("the ends of 64 bits are written exactly", () => {
  expect(encode({ type: "bigint", unsigned: true }, "18446744073709551615")).toBe(18446744073709551615n);
  expect(encode({ type: "bigint" }, -(2n ** 63n))).toBe(-(2n ** 63n));
});

test("bigint modes decide the type of what is read, and a number that lost digits is an error", () => {
  const read = (mode: "string" | "number" | "bigint", cell: string) =>
    jobDecoder<{ n: unknown }>({ n: { type: "bigint", mode } })("1", [cell], 0).n;
  expect(read("string", "9007199254740993")).toBe("9007199254740993");
  expect(read("bigint", "9007199254740993")).toBe(9007199254740993n);
  expect(read("number", "42")).toBe(42);
  expect(() => read("number", "9007199254740993")).toThrow("does not fit a number");
});

import { expect, test } from "vitest";
import { rowKeys } from "./row-keys.js";

const list = (key: "text" | "bytes" | undefined, ...ids: readonly string[]): string => rowKeys(key).list(ids).sql;

test("integers are digits, and nothing else", () => {
  expect(list(undefined, "1", "18446744073709551615")).toBe("1,18446744073709551615");
  expect(() => list(undefined, "1 OR 1")).toThrow("not an integer id");
});

test("a text of harmless characters stands as it is", () => {
  const uuid = "0190163d-8694-739b-aea5-966c26f8ad91";
  expect(list("text", uuid, "01ARZ3NDEKTSV4RRFFQ69G5FAV", "", 'a"b %_;--')).toBe(
    `'${uuid}','01ARZ3NDEKTSV4RRFFQ69G5FAV','','a"b %_;--'`,
  );
});

test.each(["'", "\\", "a' OR '1'='1", "\\' OR 1 -- ", "é", "\0", "\n", "\x7f", "\u{1f600}"])(
  "a text that quoting could get wrong goes as bytes: %j",
  (id) => {
    const sql = list("text", id);
    expect(sql).toMatch(/^_utf8mb4 x'(?:[0-9a-f]{2})+'$/);
    expect(Buffer.from(/x'(.*)'/.exec(sql)?.[1] ?? "", "hex").toString()).toBe(id);
  },
);

test("bytes are hex digits in pairs, and nothing else", () => {
  expect(list("bytes", "00ff", "")).toBe("x'00ff',x''");
  for (const id of ["0", "0g", "00' OR 1", "0xff", "00\n", "FF"])
    expect(() => list("bytes", id), id).toThrow("not an id in hex digits");
});

test("no ids match nothing", () => {
  expect([undefined, "text", "bytes"].map((key) => list(key as "text"))).toEqual(["NULL", "NULL", "NULL"]);
});

test("a first page begins below every key", () => {
  expect([undefined, "text", "bytes"].map((key) => rowKeys(key as "text").first.sql)).toEqual(["0", "NULL", "NULL"]);
});

test("integers are in the order of their values, the rest in that of their characters", () => {
  expect(["10", "9", "100"].sort(rowKeys(undefined).compare)).toEqual(["9", "10", "100"]);
  expect(["b", "aa", "a"].sort(rowKeys("text").compare)).toEqual(["a", "aa", "b"]);
});

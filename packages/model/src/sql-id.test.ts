import { expect, test } from "vitest";
import { sqlId, sqlIdAlways } from "./sql-id.js";

test.each(["id", "status", "notify_task", "payload", "_x", "a1", "name", "type", "channel"])(
  "%s stands bare",
  (name) => {
    expect(sqlId(name)).toBe(name);
  },
);

test.each(["order", "ORDER", "Group", "rank", "key", "parse_gcol_expr", "1a", "a b", "a-b", "größe", "a.b", "$x"])(
  "%s is quoted",
  (name) => {
    expect(sqlId(name)).toBe(`\`${name}\``);
  },
);

test("a backtick cannot end the quotes", () => {
  expect(sqlId("a` OR 1 -- ")).toBe("`a`` OR 1 -- `");
});

test("the always form quotes plain names too", () => {
  expect(sqlIdAlways("id")).toBe("`id`");
});

test.each(["", "a\0b"])("%j is no name at all", (name) => {
  expect(() => sqlIdAlways(name)).toThrow("not an SQL name");
});

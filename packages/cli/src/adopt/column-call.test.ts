import { describe, expect, it } from "vitest";
import { columnCall } from "./column-call.js";

const PLAIN = { name: "x", generated: undefined, onUpdate: false, invisible: false, autoIncrement: false } as const;

function call(
  type: string,
  words: { readonly name?: string; readonly nullable?: boolean; readonly default?: string } = {},
) {
  const result = columnCall({ name: "x", nullable: false, type, ...words }, PLAIN, "payload");
  return "reason" in result ? result.reason : result.text;
}

describe("columnCall", () => {
  it.each([
    ["int unsigned", "int({ unsigned: true })"],
    ["boolean", "boolean()"],
    ["decimal(10,2) unsigned", "decimal(10, 2, { unsigned: true })"],
    [
      "varchar(40) CHARACTER SET latin1 COLLATE latin1_bin",
      'varchar(40, { charset: "latin1", collate: "latin1_bin" })',
    ],
    ["enum('a','it''s',X'625C63') CHARACTER SET latin1", 'enumOf(["a", "it\'s", "b\\\\c"])'],
    ["datetime(3)", "datetime({ precision: 3 })"],
    ["varbinary(16)", "varbinary(16)"],
  ])("writes %s as %s", (type, text) => {
    expect(call(type)).toBe(text);
  });

  it.each([
    "bit(4)",
    "set('a','b')",
    "point",
    "uuid",
    "int(5) unsigned zerofill",
    "double(10,2)",
    "varchar(20000)",
    "char(0)",
  ])("has no helper for %s", (type) => {
    expect(call(type)).toBe(`there is no column helper for ${type}`);
  });

  it("takes no enum whose words a schema cannot have", () => {
    expect(call("enum('a','A') COLLATE utf8mb4_bin")).toBe("a schema cannot have all of its words");
    expect(call("enum('','a')")).toBe("a schema cannot have all of its words");
  });

  it.each([
    ["int", "5", "int({ default: 5 })"],
    ["boolean", "1", "boolean({ default: true })"],
    ["varchar(9)", "'it''s'", 'varchar(9, { byServer: "default" })'],
    ["varchar(9)", "'mail'", 'varchar(9, { default: "mail" })'],
    ["datetime(3)", "CURRENT_TIMESTAMP(3)", 'datetime({ precision: 3, default: "CURRENT_TIMESTAMP" })'],
    ["date", "'0000-00-00'", 'date({ byServer: "default" })'],
    ["char(36)", "(uuid())", 'char(36, { byServer: "default" })'],
  ])("tells that %s has the default %s", (type, value, text) => {
    expect(call(type, { default: value })).toBe(text);
  });

  it("leaves out what a job or a statement could not name", () => {
    expect(call("int", { name: "größe" })).toBe("its name is none that a schema can write");
    expect(call("int", { name: "ID" })).toBe("a job has its key under that name");
    expect(call("int", { name: "queuegen_now" })).toBe("generated statements keep such names for themselves");
    expect(call("int", { name: "constructor" })).toBe("its name is none that a schema can write");
  });
});

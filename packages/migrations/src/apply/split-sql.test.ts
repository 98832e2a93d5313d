import { describe, expect, it } from "vitest";
import { splitSql } from "./split-sql.js";

describe("splitSql", () => {
  it.each<[string, string, readonly string[]]>([
    ["one statement", "SELECT 1;\n", ["SELECT 1"]],
    ["a last statement without its end", "SELECT 1;\nSELECT 2", ["SELECT 1", "SELECT 2"]],
    [
      "a statement of several lines",
      "CREATE TABLE x (\n  a int\n);\n\nDROP TABLE y;\n",
      ["CREATE TABLE x (\n  a int\n)", "DROP TABLE y"],
    ],
    ["a semicolon inside a line", "SELECT ';', 1; -- done\nSELECT 2;", ["SELECT ';', 1", "SELECT 2"]],
    ["a semicolon before text on its line", "BEGIN; SELECT 1;\n", ["BEGIN; SELECT 1"]],
    ["a semicolon that ends a line inside a string", "SELECT 'a;\nb';\n", ["SELECT 'a;\nb'"]],
    [
      "doubled and escaped quotes",
      "SELECT 'it''s;\n', 'a\\';\n';\nSELECT 2;",
      ["SELECT 'it''s;\n', 'a\\';\n'", "SELECT 2"],
    ],
    ["quoted names", "SELECT `a;\nb\\`;\nSELECT 2;", ["SELECT `a;\nb\\`", "SELECT 2"]],
    ["a semicolon in a comment", "-- first;\nSELECT 1 /* ;\n */;\n# no;\n", ["SELECT 1 /* ;\n */"]],
    ["an apostrophe in a comment", "-- don't\nSELECT 1;\nSELECT 2;", ["SELECT 1", "SELECT 2"]],
    ["two minus signs that are no comment", "SELECT 1--1;\nSELECT 2;", ["SELECT 1--1", "SELECT 2"]],
    ["code in a versioned comment", "/*!80000 SELECT 1 */;\n", ["/*!80000 SELECT 1 */"]],
    ["a string left open", "SELECT 'a;\nSELECT 2;\n", ["SELECT 'a;\nSELECT 2;"]],
    ["a comment left open", "SELECT 1;\n/* SELECT 2;\n", ["SELECT 1"]],
    ["a semicolon that stands alone", "SELECT 1;\n;\nSELECT 2;", ["SELECT 1", "SELECT 2"]],
    [
      "a comment between the end and the line's end",
      "SELECT 1; /* one */\nSELECT 2;  /* a */ -- b\n",
      ["SELECT 1", "SELECT 2"],
    ],
    [
      "what a DELIMITER line sets apart",
      "DELIMITER //\nCREATE TRIGGER t BEGIN\n  SET a = 1;\n  SET b = '//';\nEND//\nSELECT 1;\n//\ndelimiter ;\nSELECT 2;\n",
      ["CREATE TRIGGER t BEGIN\n  SET a = 1;\n  SET b = '//';\nEND", "SELECT 1;", "SELECT 2"],
    ],
    ["a DELIMITER of two statements on a line", "DELIMITER $$\nSELECT 1$$ SELECT 2 $$\n", ["SELECT 1", "SELECT 2"]],
    ["a column that is called delimiter", "SELECT\ndelimiter x;\nSELECT 2;", ["SELECT\ndelimiter x", "SELECT 2"]],
    ["nothing", " \n-- only words\n;\n", []],
  ])("splits %s", (_name, text, expected) => {
    expect(splitSql(text)).toEqual(expected);
  });

  it("stays linear on long input", () => {
    const text = "INSERT INTO x VALUES (1), ('a;');\n".repeat(50_000);
    const before = performance.now();
    expect(splitSql(text)).toHaveLength(50_000);
    expect(performance.now() - before).toBeLessThan(3_000);
  });
});

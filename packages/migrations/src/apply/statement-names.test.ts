import { describe, expect, it } from "vitest";
import {
  changedTable,
  changesRows,
  createdTable,
  droppedColumns,
  droppedTable,
  isRepeatable,
} from "./statement-names.js";

describe("changedTable", () => {
  it.each([
    ["ALTER TABLE `notify_task` ADD COLUMN `a` int", "notify_task"],
    ["alter  table\n  notify_task\n  ADD x int", "notify_task"],
    ["ALTER ONLINE TABLE a ADD x int", "a"],
    ["ALTER TABLE `a``b` DROP KEY x", "a`b"],
    ["CREATE INDEX `x` ON `notify_task` (a)", "notify_task"],
    ["CREATE UNIQUE INDEX x USING BTREE ON t (a)", "t"],
    ["DROP INDEX x ON `t`", "t"],
    ["RENAME TABLE `a` TO `b`", "a"],
  ])("is the table of %s", (statement, table) => {
    expect(changedTable(statement)).toBe(table);
  });

  it.each([
    "ALTER TABLE other.`t` ADD x int",
    "ALTER TABLE `other`.t ADD x int",
    "RENAME TABLE a TO b, c TO d",
    "ALTER DATABASE x",
    "CREATE TABLE `t` (a int)",
    "UPDATE t SET a = 1",
  ])("is not told of %s", (statement) => {
    expect(changedTable(statement)).toBeUndefined();
  });
});

describe("createdTable and droppedTable", () => {
  it("know the table, where it is one alone", () => {
    expect(createdTable("CREATE TABLE `a``b` (x int)")).toBe("a`b");
    expect(createdTable("create table a(x int)")).toBe("a");
    expect(createdTable("CREATE TABLE IF NOT EXISTS a (x int)")).toBeUndefined();
    expect(createdTable("CREATE TABLE b.a (x int)")).toBeUndefined();
    expect(droppedTable("DROP TABLE `a`")).toBe("a");
    expect(droppedTable("DROP TABLE IF EXISTS a")).toBe("a");
    expect(droppedTable("DROP TABLE `a`, `b`")).toBeUndefined();
  });
});

describe("changesRows", () => {
  it("tells statements that a transaction takes back from those that commit", () => {
    expect(
      ["INSERT INTO a VALUES (1)", "update a set b = 1", "DELETE FROM a", "REPLACE a SET b = 1"].every(changesRows),
    ).toBe(true);
    expect(["ALTER TABLE a ADD b int", "CALL p()", "TRUNCATE a", "SET @a = 1"].some(changesRows)).toBe(false);
  });
});

describe("isRepeatable", () => {
  it("tells statements that do no harm a second time", () => {
    expect(
      [
        "CREATE TABLE IF NOT EXISTS a (b int)",
        "CREATE OR REPLACE VIEW a AS SELECT 1",
        "DROP VIEW IF EXISTS a",
        "DO 0",
      ].every(isRepeatable),
    ).toBe(true);
    expect(
      ["CREATE OR REPLACE TABLE a (b int)", "CREATE VIEW a AS SELECT 1", "DROP VIEW a", "DO SLEEP(1)"].some(
        isRepeatable,
      ),
    ).toBe(false);
  });
});

describe("droppedColumns", () => {
  it("names the columns, and takes no text for code", () => {
    expect(
      droppedColumns("ALTER TABLE `a`\n  DROP INDEX `b`,\n  DROP COLUMN `c``d`,\n  drop column e,\n  LOCK=NONE"),
    ).toEqual(["c`d", "e"]);
    expect(droppedColumns("ALTER TABLE `a` ADD COLUMN `b` int COMMENT 'it''s no DROP COLUMN `c`', DROP KEY x")).toEqual(
      [],
    );
    expect(droppedColumns("ALTER TABLE `a` ADD COLUMN `b` int COMMENT 'a\\' DROP COLUMN `c`'")).toEqual([]);
  });
});

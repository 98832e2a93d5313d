import { readFileSync } from "node:fs";
import type { ColumnModel, ColumnType } from "@queuegen/model";
import { describe, expect, it } from "vitest";
import { type ColumnWords, column, NOTIFY } from "../fixtures.js";
import { createTableSql } from "./create-table.js";

describe("createTableSql", () => {
  it("prints the table of notify exactly as the example commits it", () => {
    const file = new URL("../../../../generated-example/src/queues/generated/notify/schema.sql", import.meta.url);
    const body = readFileSync(file, "utf8").replace(/^--.*\n/gm, "");
    expect(createTableSql(NOTIFY)).toBe(body);
  });

  it.each<[string, ColumnType, ColumnWords]>([
    ["tinyint NOT NULL DEFAULT -1", { kind: "tinyint", unsigned: false }, { default: -1 }],
    ["mediumint unsigned DEFAULT NULL", { kind: "mediumint", unsigned: true }, { nullable: true }],
    [
      "bigint unsigned NOT NULL DEFAULT 18446744073709551615",
      { kind: "bigint", unsigned: true, mode: "bigint" },
      { default: 18446744073709551615n },
    ],
    [
      "decimal(12,2) unsigned NOT NULL DEFAULT '0.50'",
      { kind: "decimal", precision: 12, scale: 2, unsigned: true },
      { default: "0.50" },
    ],
    ["double NOT NULL DEFAULT 1e+21", { kind: "double" }, { default: 1e21 }],
    ["char(2) CHARACTER SET ascii NOT NULL", { kind: "char", length: 2, charset: "ascii" }, {}],
    ["varchar(9) COLLATE utf8mb4_bin NOT NULL", { kind: "varchar", length: 9, collate: "utf8mb4_bin" }, {}],
    ["text NOT NULL DEFAULT ('none')", { kind: "text" }, { default: "none" }],
    ["mediumtext DEFAULT NULL", { kind: "mediumtext" }, { nullable: true }],
    ["json NOT NULL DEFAULT ('[]')", { kind: "json" }, { default: "[]" }],
    ["json NOT NULL DEFAULT ('true')", { kind: "json" }, { default: true }],
    ["varbinary(16) NOT NULL", { kind: "varbinary", length: 16 }, {}],
    ["longblob NOT NULL", { kind: "longblob" }, {}],
    [
      "enum('a','it''s',X'625C63') NOT NULL DEFAULT 'a'",
      { kind: "enum", values: ["a", "it's", "b\\c"] },
      { default: "a" },
    ],
    ["boolean NOT NULL DEFAULT 0", { kind: "boolean" }, { default: false }],
    [
      "datetime(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3)",
      { kind: "datetime", precision: 3 },
      { default: { sql: "CURRENT_TIMESTAMP(3)" } },
    ],
    ["date NOT NULL DEFAULT (curdate())", { kind: "date" }, { default: { sql: "curdate()" } }],
    ["timestamp NULL DEFAULT NULL", { kind: "timestamp", precision: 0 }, { nullable: true }],
    ["year NOT NULL DEFAULT 2026", { kind: "year" }, { default: 2026 }],
  ])("prints %s", (expected, type, words) => {
    expect(lineOf(column("x", type, words))).toBe(`\`x\` ${expected}`);
  });

  it("writes a default that a sql_mode or a CRLF checkout could change as bytes", () => {
    const type: ColumnType = { kind: "varchar", length: 9 };
    expect(lineOf(column("x", type, { default: "a\\'b" }))).toBe("`x` varchar(9) NOT NULL DEFAULT X'615C2762'");
    expect(lineOf(column("x", type, { default: "a\nb" }))).toBe("`x` varchar(9) NOT NULL DEFAULT X'610A62'");
    expect(lineOf(column("x", type, { default: "it's" }))).toBe("`x` varchar(9) NOT NULL DEFAULT 'it''s'");
  });

  it("keeps a comment on one line and inside its quotes", () => {
    const words = { comment: "it's\n  a \\ 'quoted'\tthing 🎉" };
    expect(lineOf(column("x", { kind: "int", unsigned: false }, words))).toBe(
      "`x` int NOT NULL COMMENT 'it''s a \\\\ ''quoted'' thing ?'",
    );
  });

  it("clips JSDoc to the 1024 characters that a column comment holds", () => {
    const line = lineOf(column("x", { kind: "date" }, { doc: "y".repeat(5000) }));
    expect(line.match(/y+…/)?.[0]).toHaveLength(1024);
  });

  it("prefers the comment to the JSDoc", () => {
    expect(lineOf(column("x", { kind: "date" }, { doc: "for the type", comment: "for SQL" }))).toContain("'for SQL'");
  });

  it("quotes every name", () => {
    const model = {
      ...NOTIFY,
      table: "select`x",
      columns: [column("order", { kind: "date" })],
      indexes: [{ name: "key", columns: ["order"], unique: true }],
    };
    expect(createTableSql(model)).toContain("CREATE TABLE `select``x` (\n  `order` date NOT NULL,");
    expect(createTableSql(model)).toContain("UNIQUE KEY `key` (`order`)");
  });
});

function lineOf(only: ColumnModel): string {
  const line = createTableSql({ ...NOTIFY, columns: [only], indexes: [] }).split("\n")[1];
  return (line ?? "").trim().replace(/,$/, "");
}

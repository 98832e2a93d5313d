import { describe, expect, it } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { adoptedProject } from "./adopted-project.js";

/** How to make a table that cannot be adopted, and what is said of it. */
const TABLES: readonly (readonly [string, string, string])[] = [
  [
    "another engine",
    "CREATE TABLE t (id int AUTO_INCREMENT PRIMARY KEY) ENGINE=MyISAM",
    '"t" is kept by engine MyISAM',
  ],
  ["no key", "CREATE TABLE t (id int)", 'table "t" has no primary key'],
  ["a composite key", "CREATE TABLE t (a int, b int, PRIMARY KEY (a, b))", 'table "t" has a key of 2 columns (a, b)'],
  [
    "a key of text",
    "CREATE TABLE t (id varchar(36) CHARACTER SET ascii PRIMARY KEY)",
    'the key "id" of table "t" is varchar(36)',
  ],
  ["a key of bytes", "CREATE TABLE t (id binary(16) PRIMARY KEY)", 'the key "id" of table "t" is binary(16)'],
  ["a decimal key", "CREATE TABLE t (id decimal(20,0) PRIMARY KEY)", 'the key "id" of table "t" is decimal(20,0)'],
  [
    "a column without helper or default",
    "CREATE TABLE t (id int PRIMARY KEY, at point NOT NULL)",
    'column "at" of table "t" cannot be left out of an INSERT',
  ],
  [
    "a column with an odd name",
    "CREATE TABLE t (id int PRIMARY KEY, `größe` int NOT NULL)",
    'column "größe" of table "t" cannot be left out of an INSERT',
  ],
];

eachServer((server) => {
  describe("a table that no queue can live in", () => {
    const database = freshDatabase(server);

    async function refusal(sql: readonly string[]): Promise<string> {
      await database.query("DROP TABLE IF EXISTS t");
      for (const one of sql) await database.query(one);
      const project = adoptedProject(database);
      const { code, err } = await project.queuegen("add", "work", "--table", "t", "--adopt", "--existing-rows", "done");
      expect(code).toBe(2);
      expect(project.files()).toEqual([]);
      return err;
    }

    it.each(TABLES)("is refused with the reason: %s", async (_, sql, reason) => {
      expect(await refusal([sql])).toContain(reason);
    });

    it("is refused for a row below the first id", async () => {
      const sql = ["CREATE TABLE t (id int PRIMARY KEY)", "INSERT INTO t VALUES (5), (-3), (0)"];
      expect(await refusal(sql)).toContain('table "t" has a row with "id" -3');
    });

    it("is refused for a view", async () => {
      const project = adoptedProject(database);
      await database.query("CREATE OR REPLACE VIEW v AS SELECT 1 AS id");
      const { err } = await project.queuegen("add", "work", "--table", "v", "--adopt", "--existing-rows", "done");
      expect(err).toContain('"v" is a view');
      await database.query("DROP VIEW v");
    });

    it.runIf(server.name === "mysql")("is refused where MySQL would copy it while writers wait", async () => {
      const sql = ["CREATE TABLE t (id int PRIMARY KEY, words text, FULLTEXT KEY w (words))"];
      expect(await refusal(sql)).toContain('table "t" has the FULLTEXT index "w"');
    });

    it.runIf(server.name === "mariadb")("is refused where each change writes history", async () => {
      const sql = ["CREATE TABLE t (id int PRIMARY KEY) WITH SYSTEM VERSIONING"];
      expect(await refusal(sql)).toContain('"t" is a system-versioned table');
    });
  });
});

import { describe, expect, it } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { adoptedProject, showCreate } from "./adopted-project.js";

/** How to make a table that cannot be adopted, and what is said of it. */
const TABLES: readonly (readonly [string, string, string])[] = [
  [
    "another engine",
    "CREATE TABLE t (id int AUTO_INCREMENT PRIMARY KEY) ENGINE=MyISAM",
    '"t" is kept by engine MyISAM',
  ],
  ["no key", "CREATE TABLE t (id int)", 'table "t" has no primary key'],
  ["a composite key", "CREATE TABLE t (a int, b int, PRIMARY KEY (a, b))", 'table "t" has a key of 2 columns (a, b)'],
  ["a key of words", "CREATE TABLE t (id enum('a','b') PRIMARY KEY)", `the key "id" of table "t" is enum('a','b'): `],
  ["a key of long text", "CREATE TABLE t (id text, PRIMARY KEY (id(50)))", 'the key "id" of table "t" is text: '],
  [
    "a key too long for the queue's index",
    "CREATE TABLE t (id varchar(768) CHARACTER SET utf8mb4 PRIMARY KEY)",
    'the key "id" of table "t" is varchar(768): no index on the state and the key can be as long as that',
  ],
  [
    "no room for two indexes more",
    `CREATE TABLE t (id int PRIMARY KEY, ${Array.from({ length: 62 }, (_, i) => `c${i} int, KEY (c${i})`).join(", ")})`,
    'table "t" has 63 indexes: a queue adds 2, and a table has 64 at most.',
  ],
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

    it("is refused where the server would copy it while writers wait, unless that is allowed", async () => {
      const sql = [
        "CREATE TABLE t (id int PRIMARY KEY, words text, FULLTEXT KEY w (words))",
        "INSERT INTO t VALUES (1, 'a')",
      ];
      expect(await refusal(sql)).toContain('table "t" has the FULLTEXT index "w"');
      const before = await showCreate(database, "t");
      const project = adoptedProject(database);
      const adopt = ["add", "work", "--table", "t", "--adopt", "--existing-rows", "done", "--allow-copy"];
      const { code, err } = await project.queuegen(...adopt);
      expect(code).toBe(0);
      expect(err).toContain('the migration copies the table, there and back, since it has the FULLTEXT index "w"');
      expect(await project.queuegen("migrate", "up")).toMatchObject({ code: 0 });
      expect(await project.queuegen("migrate", "drift")).toMatchObject({ code: 0 });
      expect(await database.query("SELECT status FROM t")).toEqual([{ status: 2 }]);
      await project.queuegen("migrate", "down");
      await project.queuegen("migrate", "down", "--allow-destructive", "drop-column");
      expect(await showCreate(database, "t")).toBe(before);
      await database.query("DROP TABLE queuegen_migrations");
    });

    it("is refused for a name that some tool would take apart, and for two columns of one name", async () => {
      const project = adoptedProject(database);
      for (const name of ["o'x", "a.b", "a`b", "a/b"]) {
        const odd = await project.queuegen("add", "work", "--table", name, "--adopt", "--existing-rows", "done");
        expect(odd, name).toMatchObject({ code: 2, err: expect.stringContaining("not of quotes, dots or slashes") });
      }
      const twice = ["--field", "status=x", "--field", "attempts=X"];
      const same = await project.queuegen(
        "add",
        "work",
        "--table",
        "t",
        "--adopt",
        "--existing-rows",
        "done",
        ...twice,
      );
      expect(same.err).toContain('--field: status and attempts would both be called "x".');
    });

    it.runIf(server.name === "mariadb")("is refused where each change writes history", async () => {
      const sql = ["CREATE TABLE t (id int PRIMARY KEY) WITH SYSTEM VERSIONING"];
      expect(await refusal(sql)).toContain('"t" is a system-versioned table');
    });
  });
});

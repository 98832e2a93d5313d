import { describe, expect, it } from "vitest";
import { foldTables, type TableSchema } from "../facts/table-schema.js";
import { toSource } from "../source.js";
import { readDdl } from "./ddl.js";
import { toCursors } from "./read.js";
import { plainSql } from "./sql-text.js";

function fold(text: string): ReadonlyMap<string, TableSchema> {
  const source = toSource("x.sql", text);
  return foldTables(
    toCursors(plainSql(text))
      .flatMap((c) => readDdl(c) ?? [])
      .map((change) => ({ change, source })),
  );
}

function keys(table: TableSchema | undefined): string[] | undefined {
  return table?.keys.map((k) => `${k.kind} ${k.name ?? "-"} ${k.columns.join(",")}`);
}

describe("table definitions", () => {
  it("tell columns with their types and all forms of keys", () => {
    const table = fold(`CREATE TABLE IF NOT EXISTS \`app\`.\`job\` (
      id bigint unsigned NOT NULL AUTO_INCREMENT,
      status ENUM('new', 'done') NOT NULL DEFAULT 'new' COMMENT 'a, (b',
      email varchar(100) CHARACTER SET ascii UNIQUE,
      PRIMARY KEY (id), KEY i1 (status, id), UNIQUE KEY (email(10) DESC), INDEX i3 USING BTREE (status) INVISIBLE,
      CONSTRAINT fk FOREIGN KEY (id) REFERENCES x (id), KEY f ((lower(email)))
    ) ENGINE=InnoDB PARTITION BY HASH (id % 4)`).get("job");
    expect(table?.columns.map((c) => [c.name, c.type, c.args, c.unsigned, c.nullable])).toEqual([
      ["id", "bigint", [], true, false],
      ["status", "enum", ["'new'", "'done'"], false, false],
      ["email", "varchar", ["100"], false, true],
    ]);
    expect(keys(table)).toEqual([
      ...[
        "unique email email",
        "primary PRIMARY id",
        "key i1 status,id",
        "unique - email",
        "key i3 status",
        "other fk id",
        "key f ",
      ],
    ]);
    expect(table?.keys.map((k) => k.visible)).toEqual([true, true, true, true, false, true, true]);
  });

  it("are folded over later changes", () => {
    const table = fold(`
      CREATE TABLE job (id int PRIMARY KEY, state enum('a'), KEY old (state));
      ALTER TABLE job CHANGE COLUMN state status tinyint NOT NULL, ADD COLUMN claim_token varchar(32) NULL AFTER id, DROP INDEX old, ADD INDEX i (status, id);
      CREATE UNIQUE INDEX u ON job (claim_token);
      ALTER TABLE job MODIFY claim_token char(36), DROP COLUMN gone, RENAME TO work;
    `).get("work");
    expect(table?.columns.map((c) => [c.name, c.type])).toEqual([
      ["id", "int"],
      ["status", "tinyint"],
      ["claim_token", "char"],
    ]);
    expect(keys(table)).toEqual(["primary PRIMARY id", "key i status,id", "unique u claim_token"]);
    expect(table?.complete).toBe(true);
  });

  it("follow columns, indexes and tables that are renamed, dropped, hidden or copied", () => {
    const tables = fold(`
      CREATE TABLE job (id int PRIMARY KEY, state int, due int, KEY i (state, id), KEY j (due), KEY k (state, due));
      ALTER TABLE job RENAME COLUMN state TO status, RENAME INDEX i TO idx_status_id, ALTER INDEX j INVISIBLE;
      CREATE TABLE old LIKE job;
      ALTER TABLE job DROP COLUMN due;
      RENAME TABLE job TO gone, old TO kept;
      DROP TABLE IF EXISTS a, gone;
    `);
    expect([...tables.keys()]).toEqual(["kept"]);
    expect(tables.get("kept")?.columns.map((c) => c.name)).toEqual(["id", "status", "due"]);
    expect(keys(tables.get("kept"))).toEqual([
      "primary PRIMARY id",
      "key idx_status_id status,id",
      "key j due",
      "key k status,due",
    ]);
    expect(tables.get("kept")?.keys.map((k) => k.visible)).toEqual([true, true, false, true]);
    expect(
      keys(fold("CREATE TABLE t (a int, b int, KEY i (b, a)); ALTER TABLE t DROP COLUMN b, DROP COLUMN c").get("t")),
    ).toEqual(["key i a"]);
  });

  it("tell a column called key from a key", () => {
    const table = fold(
      "CREATE TABLE t (key varchar(255) PRIMARY KEY, index int, KEY k (a), KEY (b), INDEX USING BTREE (c), KEY d USING HASH (d))",
    ).get("t");
    expect(table?.columns.map((c) => c.name)).toEqual(["key", "index"]);
    expect(keys(table)).toEqual(["primary PRIMARY key", "key k a", "key - b", "key - c", "key d d"]);
  });

  it("tell the engine stated last, and whether a change says how it is to be made", () => {
    const engine = (text: string) => fold(text).get("t")?.engine?.name;
    expect(engine("CREATE TABLE t (engine int) COMMENT='x' ENGINE = MEMORY")).toBe("MEMORY");
    expect(engine("CREATE TABLE t (a int) ENGINE MyISAM; ALTER TABLE t ADD b int, ENGINE=InnoDB")).toBe("InnoDB");
    expect(engine("CREATE TABLE t (a int); ALTER TABLE t ADD COLUMN engine varchar(20), ADD type int")).toBeUndefined();
    const online = (text: string) => toCursors(plainSql(text)).flatMap((c) => readDdl(c)?.map((d) => d.online) ?? []);
    expect(online("ALTER TABLE t ADD b int, ALGORITHM=INPLACE, LOCK=NONE")).toEqual([true]);
    expect(online("CREATE INDEX i ON t (a) LOCK NONE; DROP INDEX i ON t ALGORITHM = INPLACE")).toEqual([true, true]);
    expect(online("ALTER TABLE t ADD `lock` int; CREATE INDEX i ON t (a)")).toEqual([false, false]);
  });

  it("are folded in the order of their files' numbers, and keep what an earlier file has added", () => {
    const files = {
      "V10__index.sql": "ALTER TABLE job ADD KEY i (status, id);",
      "V2__create.sql": "CREATE TABLE job (id int, status int);",
      "A.sql": "ALTER TABLE job ADD KEY j (id);",
    };
    const changes = Object.entries(files).flatMap(([path, text]) => {
      const source = toSource(path, text);
      return toCursors(plainSql(text))
        .flatMap((c) => readDdl(c) ?? [])
        .map((change) => ({ change, source }));
    });
    expect(keys(foldTables(changes).get("job"))).toEqual(["key j id", "key i status,id"]);
  });

  it("are not complete where CREATE TABLE was not seen, and gone after DROP", () => {
    expect(fold("ALTER TABLE job ADD x int").get("job")?.complete).toBe(false);
    expect(fold("CREATE TABLE job (id int); DROP TABLE IF EXISTS job").size).toBe(0);
  });
});

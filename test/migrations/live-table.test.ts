import { canonicalTable, readLiveTable } from "@queuegen/migrations/apply";
import type { Pool } from "mysql2/promise";
import { beforeEach, describe, expect, it } from "vitest";
import { createTable } from "../../packages/migrations/src/ddl/create-table.js";
import { type TableDefinition, tableDefinition } from "../../packages/migrations/src/ddl/table-definition.js";
import { NOTIFY } from "../../packages/migrations/src/fixtures.js";
import { controlTable, leaseTable, ledgerTable } from "../../packages/migrations/src/support/support-tables.js";
import { eachServer, freshDatabase } from "../services/database.js";
import { EVERY_TYPE } from "./every-type.js";

const TABLES: readonly (readonly [string, TableDefinition])[] = [
  ["a queue", tableDefinition(NOTIFY)],
  ["every type, reserved words and odd names", tableDefinition(EVERY_TYPE)],
  ["the control table", controlTable("queuegen_")],
  ["the lease table", leaseTable("queuegen_")],
  ["the ledger", ledgerTable("queuegen_")],
  ["encodings, however they are written", encodings()],
];

eachServer((server) => {
  describe("readLiveTable", () => {
    const database = freshDatabase(server);
    let pool: Pool;

    beforeEach(async () => {
      pool = database.pool();
      for (const { name } of await tables()) await database.query("DROP TABLE ??", [name]);
    });

    function tables(): Promise<{ name: string }[]> {
      return database.query(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY create_time DESC, name",
      );
    }

    it.each(TABLES)("reads back what was made: %s", async (_, definition) => {
      await database.query(createTable(definition));
      const live = await readLiveTable(pool, definition.table);
      if (live === undefined) throw new Error("no table");
      expect(live.definition).toEqual(canonicalTable(definition, live.server));
      expect(live).toMatchObject({
        kind: "table",
        engine: "InnoDB",
        charset: "utf8mb4",
        otherIndexes: [],
        triggers: [],
      });
    });

    it("tells one difference by that difference alone", async () => {
      const definition = tableDefinition(NOTIFY);
      await database.query(
        createTable(definition).replace("varchar(16) NOT NULL DEFAULT 'mail'", "varchar(17) NOT NULL DEFAULT 'sms'"),
      );
      const live = await readLiveTable(pool, definition.table);
      const ours = live && canonicalTable(definition, live.server);
      const other = live?.definition.columns.filter(
        (column, at) => JSON.stringify(column) !== JSON.stringify(ours?.columns[at]),
      );
      expect(other).toEqual([{ name: "channel", type: "varchar(17)", nullable: false, default: "'sms'" }]);
    });

    it("knows no table of another name", async () => {
      expect(await readLiveTable(pool, "nowhere")).toBeUndefined();
    });

    it("reads a table of an application with all that no definition of ours says", async () => {
      await database.query("CREATE TABLE customer (id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY)");
      await database.query(`CREATE TABLE \`order\` (
        \`key\` int unsigned NOT NULL AUTO_INCREMENT,
        customer_id int unsigned NOT NULL,
        note varchar(40) CHARACTER SET latin1 COLLATE latin1_swedish_ci DEFAULT 'é',
        old varchar(40) CHARACTER SET utf8mb3 COLLATE utf8mb3_bin NOT NULL DEFAULT '',
        net decimal(10,2) NOT NULL DEFAULT 0.5,
        gross decimal(10,2) GENERATED ALWAYS AS (net * 1.19) STORED,
        twice int GENERATED ALWAYS AS (customer_id * 2) VIRTUAL,
        flag tinyint(1) NOT NULL DEFAULT 1,
        made datetime(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        changed timestamp NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
        bits bit(4) DEFAULT b'101',
        PRIMARY KEY (\`key\`),
        KEY plain (customer_id, made),
        KEY prefix (note(5)),
        KEY down (made DESC),
        FULLTEXT KEY words (note),
        CONSTRAINT of_customer FOREIGN KEY (customer_id) REFERENCES customer (id) ON DELETE CASCADE
      ) ENGINE=InnoDB DEFAULT CHARSET=latin1 COMMENT='what was bought'`);
      await database.query(
        "CREATE TABLE line (order_key int unsigned, CONSTRAINT of_order FOREIGN KEY (order_key) REFERENCES `order` (`key`) ON DELETE SET NULL)",
      );
      await database.query("CREATE TRIGGER stamp BEFORE UPDATE ON `order` FOR EACH ROW SET NEW.old = 'x'");
      const live = await readLiveTable(pool, "order");
      expect(live?.definition).toMatchObject({ table: "order", comment: "what was bought", primaryKey: ["key"] });
      expect(live?.definition.columns.map(({ name, type, default: value }) => [name, type, value])).toEqual([
        ["key", "int unsigned", undefined],
        ["customer_id", "int unsigned", undefined],
        ["note", "varchar(40) CHARACTER SET latin1", "'é'"],
        ["old", "varchar(40) CHARACTER SET utf8mb3 COLLATE utf8mb3_bin", "''"],
        ["net", "decimal(10,2)", "'0.50'"],
        ["gross", expect.stringMatching(/^decimal\(10,2\) GENERATED ALWAYS AS \(.*1\.19.*\) STORED$/), undefined],
        ["twice", expect.stringMatching(/^int GENERATED ALWAYS AS \(.*2.*\) VIRTUAL$/), undefined],
        ["flag", "boolean", "1"],
        ["made", "datetime(3)", "CURRENT_TIMESTAMP(3)"],
        ["changed", "timestamp", "CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP"],
        ["bits", "bit(4)", expect.stringContaining("101")],
      ]);
      expect(live?.definition.indexes).toContainEqual({
        name: "plain",
        columns: ["customer_id", "made"],
        unique: false,
      });
      const others = live?.otherIndexes.map(({ name, type, parts }) => `${name} ${type} ${parts}`);
      expect(others).toContain("prefix BTREE note(5)");
      expect(others).toContain("words FULLTEXT note");
      // MariaDB before 10.8 reads DESC and forgets it.
      expect(
        others?.includes("down BTREE made DESC") || live?.definition.indexes.some(({ name }) => name === "down"),
      ).toBe(true);
      const facts = live?.columns.filter(({ generated, onUpdate }) => generated !== undefined || onUpdate);
      expect(facts?.map(({ name, generated, onUpdate }) => [name, generated, onUpdate])).toEqual([
        ["gross", "stored", false],
        ["twice", "virtual", false],
        ["changed", undefined, true],
      ]);
      expect(live?.triggers).toEqual([{ name: "stamp", timing: "BEFORE", event: "UPDATE" }]);
      expect(live?.foreignKeys).toEqual([
        {
          name: "of_customer",
          table: "order",
          columns: ["customer_id"],
          referenced: "customer",
          referencedColumns: ["id"],
          onDelete: "CASCADE",
        },
      ]);
      expect(live?.referencedBy).toMatchObject([{ name: "of_order", table: "line", onDelete: "SET NULL" }]);
      expect(live).toMatchObject({ charset: "latin1", partitioned: false });
      await database.query("DROP TABLE line");
      await database.query("DROP TABLE `order`");
    });

    it("tells views, other engines and partitions", async () => {
      await database.query("CREATE TABLE t (id int PRIMARY KEY) ENGINE=MyISAM");
      await database.query("CREATE TABLE p (id int PRIMARY KEY) PARTITION BY HASH (id) PARTITIONS 2");
      await database.query("CREATE OR REPLACE VIEW v AS SELECT id FROM p");
      expect(await readLiveTable(pool, "t")).toMatchObject({ kind: "table", engine: "MyISAM" });
      expect(await readLiveTable(pool, "p")).toMatchObject({ kind: "table", engine: "InnoDB", partitioned: true });
      expect(await readLiveTable(pool, "v")).toMatchObject({ kind: "view" });
      await database.query("DROP VIEW v");
    });
  });
});

function encodings(): TableDefinition {
  const types = [
    "char(2) CHARACTER SET ascii",
    "varchar(9) CHARACTER SET utf8mb4",
    "varchar(9) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
    "varchar(9) COLLATE utf8mb4_bin",
    "varchar(9) CHARACTER SET utf8mb3 COLLATE utf8mb3_general_ci",
    "varchar(9) CHARACTER SET utf8",
    "text COLLATE latin1_bin",
  ];
  return {
    table: "encodings",
    columns: [
      { name: "id", type: "int(10) unsigned", nullable: false, autoIncrement: true },
      ...types.map((type, at) => ({ name: `c${at}`, type, nullable: true, default: "NULL" })),
    ],
    primaryKey: ["id"],
    indexes: [
      { name: "two", columns: ["c0", "c1"], unique: true },
      { name: "a_first", columns: ["c1"], unique: false },
    ],
  };
}

import { createTableSql } from "@queuegen/migrations";
import type { ColumnModel, ColumnType, QueueModel } from "@queuegen/model";
import { createConnection } from "mysql2/promise";
import { beforeEach, describe, expect, it } from "vitest";
import { type ColumnWords, column, NOTIFY } from "../../packages/migrations/src/fixtures.js";
import { eachServer, freshDatabase } from "../services/database.js";

interface LiveColumn {
  readonly name: string;
  readonly type: string;
  readonly nullable: "YES" | "NO";
  readonly byDefault: string | null;
  readonly comment: string;
  readonly collation: string | null;
  readonly extra: string;
}

/** A type, what is said of it, and how both servers call it once their dialects are evened out. */
const TYPES: readonly (readonly [ColumnType, ColumnWords, string])[] = [
  [{ kind: "tinyint", unsigned: true }, { default: 255 }, "tinyint unsigned"],
  [{ kind: "smallint", unsigned: false }, { default: -32768 }, "smallint"],
  [{ kind: "mediumint", unsigned: true }, {}, "mediumint unsigned"],
  [{ kind: "int", unsigned: false }, { nullable: true }, "int"],
  [{ kind: "bigint", unsigned: true, mode: "bigint" }, { default: 18446744073709551615n }, "bigint unsigned"],
  [{ kind: "decimal", precision: 65, scale: 30, unsigned: false }, { default: "1.5" }, "decimal(65,30)"],
  [{ kind: "decimal", precision: 10, scale: 0, unsigned: true }, { default: 7 }, "decimal(10,0) unsigned"],
  [{ kind: "float" }, { default: 1.5 }, "float"],
  [{ kind: "double" }, { default: 2.5e10 }, "double"],
  [{ kind: "char", length: 255, charset: "latin1" }, { default: "é" }, "char(255)"],
  [{ kind: "varchar", length: 8000 }, { nullable: true }, "varchar(8000)"],
  [{ kind: "varchar", length: 32, charset: "ascii", collate: "ascii_bin" }, { default: "it's ?" }, "varchar(32)"],
  [{ kind: "tinytext" }, { nullable: true }, "tinytext"],
  [{ kind: "text", charset: "utf8mb4", collate: "utf8mb4_bin" }, { default: "a ' b" }, "text"],
  [{ kind: "mediumtext" }, {}, "mediumtext"],
  [{ kind: "longtext" }, {}, "longtext"],
  [{ kind: "binary", length: 16 }, {}, "binary(16)"],
  [{ kind: "varbinary", length: 700 }, { nullable: true }, "varbinary(700)"],
  [{ kind: "tinyblob" }, { nullable: true }, "tinyblob"],
  [{ kind: "blob" }, {}, "blob"],
  [{ kind: "mediumblob" }, {}, "mediumblob"],
  [{ kind: "longblob" }, {}, "longblob"],
  [{ kind: "json" }, { default: '{"a":[1]}' }, "json"],
  [{ kind: "json" }, { nullable: true }, "json"],
  [{ kind: "date" }, { default: "2026-02-28" }, "date"],
  [{ kind: "year" }, { default: 2026 }, "year"],
  [{ kind: "datetime", precision: 6 }, { default: { sql: "CURRENT_TIMESTAMP(6)" } }, "datetime(6)"],
  [{ kind: "datetime", precision: 0 }, { default: "2026-01-01 00:00:00" }, "datetime"],
  [{ kind: "timestamp", precision: 3 }, { default: { sql: "CURRENT_TIMESTAMP(3)" } }, "timestamp(3)"],
  [{ kind: "timestamp", precision: 0 }, { nullable: true }, "timestamp"],
  [{ kind: "time", precision: 2 }, { default: "-01:02:03.50" }, "time(2)"],
  [{ kind: "enum", values: ["a", "it's", "b\\c", "d,e"] }, { default: "it's" }, "enum('a','it''s','b\\\\c','d,e')"],
  [{ kind: "boolean" }, { default: true }, "tinyint(1)"],
];

const EVERY_TYPE: QueueModel = {
  ...NOTIFY,
  table: "select",
  doc: `The "quick" 'brown' \\ fox`,
  columns: [
    ...NOTIFY.columns.filter((one) => one.field !== undefined),
    ...TYPES.map(([type, words], index) => column(`c${index}`, type, words)),
    column("order", { kind: "int", unsigned: false }, { comment: "a reserved word; it's quoted -- \\ #" }),
    column("tick`ed", { kind: "int", unsigned: false }, { default: 0 }),
    column("größe", { kind: "varchar", length: 9 }, { default: "a\\'b\nc" }),
  ],
  indexes: [...NOTIFY.indexes, { name: "unique", columns: ["order", "größe"], unique: true }],
};

eachServer((server) => {
  describe("CREATE TABLE", () => {
    const database = freshDatabase(server);

    beforeEach(() => database.query("DROP TABLE IF EXISTS `select`, notify_task"));

    async function create(model: QueueModel, sqlMode?: string): Promise<void> {
      const connection = await createConnection({ uri: database.url });
      try {
        if (sqlMode !== undefined) await connection.query("SET SESSION sql_mode = ?", [sqlMode]);
        await connection.query(createTableSql(model));
      } finally {
        await connection.end();
      }
    }

    function live(table: string): Promise<LiveColumn[]> {
      return database.query<LiveColumn>(
        `SELECT column_name AS name, column_type AS type, is_nullable AS nullable, column_default AS byDefault,
                column_comment AS comment, collation_name AS collation, extra AS extra
         FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ? ORDER BY ordinal_position`,
        [table],
      );
    }

    it("makes the table that the model describes, column by column", async () => {
      await create(NOTIFY);
      const columns = await live("notify_task");
      expect(columns.map(({ name }) => name)).toEqual(NOTIFY.columns.map(({ name }) => name));
      expect(columns.map(({ comment }) => comment)).toEqual(
        NOTIFY.columns.map(({ comment, doc }) => comment ?? doc ?? ""),
      );
      expect(columns.map(({ nullable }) => nullable === "YES")).toEqual(NOTIFY.columns.map(({ nullable }) => nullable));
      expect(columns.filter(({ extra }) => extra.includes("auto_increment")).map(({ name }) => name)).toEqual(["id"]);
      expect(columns.find(({ name }) => name === "claim_token")?.collation).toBe("ascii_bin");
      expect(columns.find(({ name }) => name === "channel")?.collation).toMatch(/^utf8mb4_/);
      expect(await indexes("notify_task")).toEqual(["PRIMARY(id)", "idx_run_at(run_at)", "idx_status_id(status,id)"]);
    });

    it("takes every column type, reserved words and odd names", async () => {
      await create(EVERY_TYPE);
      const columns = await live("select");
      expect(columns.map(({ name }) => name)).toEqual(EVERY_TYPE.columns.map(({ name }) => name));
      const typed = columns.filter(({ name }) => /^c\d+$/.test(name));
      const json = server.name === "mariadb" ? "longtext" : "json";
      expect(typed.map(evened)).toEqual(TYPES.map(([, , type]) => (type === "json" ? json : type)));
      expect(columns.find(({ name }) => name === "order")?.comment).toBe("a reserved word; it's quoted -- \\ #");
      expect(await indexes("select")).toContain("unique unique(order,größe)");
    });

    it.each(["", "ANSI_QUOTES", "NO_BACKSLASH_ESCAPES", "ANSI", "STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE"])(
      "gives rows the defaults of the model under sql_mode '%s'",
      async (sqlMode) => {
        await create(EVERY_TYPE, sqlMode);
        const given = EVERY_TYPE.columns.filter(needsValue);
        await database.query(
          `INSERT INTO \`select\` (${given.map(() => "??").join()}) VALUES (${given.map(() => "?").join()})`,
          [...given.map(({ name }) => name), ...given.map(() => "1")],
        );
        const [row] = await database.query<Record<string, unknown>>(
          "SELECT CAST(c4 AS CHAR) AS c4, c9, c11, c13, CAST(c22 AS CHAR) AS c22, c31, c32, CAST(c24 AS CHAR) AS c24, größe FROM `select`",
        );
        expect(row).toEqual({
          c4: "18446744073709551615",
          c9: "é",
          c11: "it's ?",
          c13: "a ' b",
          c22: expect.stringMatching(/^\{"a": ?\[1\]\}$/),
          c24: "2026-02-28",
          c31: "it's",
          c32: 1,
          größe: "a\\'b\nc",
        });
      },
    );

    async function indexes(table: string): Promise<readonly string[]> {
      const rows = await database.query<{ name: string; columns: string; free: number }>(
        `SELECT index_name AS name, GROUP_CONCAT(column_name ORDER BY seq_in_index) AS columns, MAX(non_unique) AS free
         FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ? GROUP BY index_name ORDER BY name`,
        [table],
      );
      const named = rows.map(
        ({ name, columns, free }) => `${free || name === "PRIMARY" ? "" : "unique "}${name}(${columns})`,
      );
      return named.sort();
    }
  });
});

function needsValue(one: ColumnModel): boolean {
  return !one.nullable && one.default === undefined && !one.autoIncrement;
}

/** Without the display width that MariaDB and MySQL before 8.0.19 show. */
function evened({ type }: LiveColumn): string {
  if (type === "tinyint(1)") return type;
  return type.replace(/^((?:tiny|small|medium|big)?int)\(\d+\)/, "$1").replace(/^year\(4\)/, "year");
}

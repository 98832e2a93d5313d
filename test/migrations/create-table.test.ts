import { createTableSql } from "@queuegen/migrations";
import type { ColumnModel, QueueModel } from "@queuegen/model";
import { createConnection } from "mysql2/promise";
import { beforeEach, describe, expect, it } from "vitest";
import { NOTIFY } from "../../packages/migrations/src/fixtures.js";
import { eachServer, freshDatabase } from "../services/database.js";
import { EVERY_TYPE, TYPES } from "./every-type.js";

interface LiveColumn {
  readonly name: string;
  readonly type: string;
  readonly nullable: "YES" | "NO";
  readonly byDefault: string | null;
  readonly comment: string;
  readonly collation: string | null;
  readonly extra: string;
}

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

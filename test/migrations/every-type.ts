import type { ColumnType, QueueModel } from "@queuegen/model";
import { type ColumnWords, column, NOTIFY } from "../../packages/migrations/src/fixtures.js";

/** A type, what is said of it, and how both servers call it once their dialects are evened out. */
export const TYPES: readonly (readonly [ColumnType, ColumnWords, string])[] = [
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

/** The standard columns, one column of every type, and names that have to be quoted. */
export const EVERY_TYPE: QueueModel = {
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

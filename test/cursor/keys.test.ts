import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { fill, ranges, startWalk } from "./run-walk.js";
import { walkQueue } from "./walk-queue.js";

interface KeyCase {
  readonly what: string;
  /** Of CREATE TABLE. */
  readonly table: string;
  readonly columns: string;
  readonly key: readonly string[];
  readonly rows: readonly (readonly (string | number | Buffer)[])[];
}

const COUNT = 700;
const numbers = Array.from({ length: COUNT }, (_, index) => index);

const CASES: readonly KeyCase[] = [
  {
    what: "unsigned 64 bit up to its last value, with holes",
    table: "id bigint unsigned NOT NULL PRIMARY KEY",
    columns: "id: bigint({ unsigned: true })",
    key: ["id"],
    rows: numbers.map((n) => [String(n < COUNT / 2 ? n * n : 18_446_744_073_709_551_615n - BigInt(COUNT - 1 - n))]),
  },
  {
    what: "signed, from below zero",
    table: "id int NOT NULL PRIMARY KEY",
    columns: "id: int()",
    key: ["id"],
    rows: numbers.map((n) => [(n - 350) * 3]),
  },
  {
    what: "a uuid in bytes",
    table: "id binary(16) NOT NULL PRIMARY KEY",
    columns: "id: binary(16)",
    key: ["id"],
    rows: numbers.map(() => [randomBytes(16)]),
  },
  {
    what: "a uuid in text",
    table: "id varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY",
    columns: 'id: varchar(36, { charset: "ascii", collate: "ascii_bin" })',
    key: ["id"],
    rows: numbers.map(() => [randomUUID()]),
  },
  {
    what: "text that the collation sorts, with quotes, backslashes and letters beyond ASCII",
    table: "id varchar(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci NOT NULL PRIMARY KEY",
    columns: 'id: varchar(40, { charset: "utf8mb4", collate: "utf8mb4_unicode_ci" })',
    key: ["id"],
    rows: numbers.map((n) => [`${["a", "B", "ß", "z'", "\\", "Ünal", "日本"][n % 7]}${n}`]),
  },
  {
    what: "two columns, few values in front",
    table: "tenant smallint NOT NULL, id bigint NOT NULL, PRIMARY KEY (tenant, id)",
    columns: "tenant: smallint(), id: bigint()",
    key: ["tenant", "id"],
    rows: numbers.map((n) => [n % 3, n * 7]),
  },
  {
    what: "two columns, many values in front",
    table: "tenant int NOT NULL, id int NOT NULL, PRIMARY KEY (tenant, id)",
    columns: "tenant: int(), id: int()",
    key: ["tenant", "id"],
    rows: numbers.map((n) => [Math.floor(n / 3), n % 3]),
  },
  {
    what: "three columns, one of them text that ignores case",
    table:
      "a int NOT NULL, b varchar(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci NOT NULL, c int NOT NULL, PRIMARY KEY (a, b, c)",
    columns: 'a: int(), b: varchar(10, { charset: "utf8mb4", collate: "utf8mb4_unicode_ci" }), c: int()',
    key: ["a", "b", "c"],
    rows: numbers.map((n) => [n % 2, ["x", "X", "y", "Y", "z"][n % 5] ?? "", n]),
  },
];

eachServer((server) => {
  const database = freshDatabase(server);
  afterAll(() => database.query("DROP TABLE IF EXISTS item, walk_range"));

  test.each(CASES)("every row is handled once, by key: $what", async ({ table, columns, key, rows }) => {
    await database.query("DROP TABLE IF EXISTS item, walk_range, queuegen_control, queuegen_lease");
    await database.query(`CREATE TABLE item (${table})`);
    await fill(database, "item", key, rows);
    const queue = walkQueue({ columns, walk: `{ key: ${JSON.stringify(key)}, batch: 25 }` });
    await queue.createTables(database);
    const seen: string[] = [];
    const name = (row: Readonly<Record<string, unknown>>): string =>
      key.map((column) => (Buffer.isBuffer(row[column]) ? row[column].toString("hex") : String(row[column]))).join("|");
    const walk = startWalk(database, queue, (batch) => void seen.push(...batch.map(name)));
    expect(await walk.ended).toBe("over");
    const wanted = rows.map((row) => name(Object.fromEntries(key.map((column, index) => [column, row[index]]))));
    expect([...seen].sort()).toEqual([...wanted].sort());
    expect(walk.errors).toEqual([]);
    const made = await ranges(database);
    expect(made.length).toBeGreaterThan(3);
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([2]));
    for (const counted of ["rows_planned", "rows_seen", "rows_done"] as const) {
      expect(made.reduce((sum, range) => sum + Number(range[counted]), 0)).toBe(COUNT);
    }
  });
});

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code under test
import { describe, expect, it } from "vitest";
import { lintText } from "../rules/fixtures.js";
import { DEFAULT_SETTINGS } from "../settings.js";

async function unresolved(text: string, settings = {}): Promise<string[]> {
  const findings = await lintText(text, "x.ts", { ...DEFAULT_SETTINGS, reportUnresolved: true, ...settings });
  return findings
    .filter(({ code }) => code === "unresolved-sql")
    .map(({ severity, message }) => `${severity} ${message}`);
}

describe("SQL that is not known is listed", () => {
  it.each([
    ["pool.query(sql, [1]);", "the SQL that `pool.query(...)` runs is not known: `sql`."],
    ["const run = (sql) => this.db.execute(sql);", "the SQL that `this.db.execute(...)` runs is not known: `sql`."],
    ["conn.query({ sql: build() });", "the SQL that `conn.query(...)` runs is not known: `build()`."],
    ["db.query(`${verb} FROM job`);", "the SQL that `db.query(...)` runs is not known: `'${verb} FROM job'`."],
    ["pool.query(`SELECT a FROM ${table} WHERE id = 1`);", "the table of this SELECT is not known: `${table}`."],
    [
      "pool.query(`UPDATE job SET a = 1 WHERE id = 1 AND ${more}`);",
      "a condition of this UPDATE is not known: `${more}`.",
    ],
  ])("%s", async (text, message) => {
    expect(await unresolved(text)).toEqual([`info ${message}`]);
  });

  it("also what functions of the user's own are given", async () => {
    expect(await unresolved("runQuery(1, sql);", { sinks: ["runQuery#1"] })).toEqual([
      "info the SQL that `runQuery(...)` runs is not known: `sql`.",
    ]);
  });

  it("with the level that is set for it, and without the option then", async () => {
    const rules = { "unresolved-sql": "warning" };
    expect(await unresolved("pool.query(sql);", { rules, reportUnresolved: false })).toHaveLength(1);
    expect(await unresolved("pool.query(sql);", { rules: { "unresolved-sql": "off" } })).toEqual([]);
    expect(await unresolved("pool.query(sql);", { reportUnresolved: false })).toEqual([]);
  });
});

describe("nothing is listed", () => {
  it.each([
    "pool.query('SELECT a FROM job WHERE id = ?', [id]);",
    "pool.query(`SELECT a FROM job WHERE id = ${id} AND b IN (${ids}) LIMIT ${n}`);",
    "pool.query('SELECT a FROM (SELECT a FROM t WHERE b = 1) x');",
    "const sql = 'SELECT a FROM job'; pool.query(sql);",
    "pool.query('SHOW TABLES'); router.query(path); document.execute(command); map.raw(value);",
    "knex('job').where({ id }).first();",
  ])("%s", async (text) => {
    expect(await unresolved(text)).toEqual([]);
  });

  it("where a comment silences it, and the comment is not unused", async () => {
    const text = "// queuegen-disable-next-line unresolved-sql -- built by the reports\npool.query(sql);";
    expect(await lintText(text, "x.ts", { ...DEFAULT_SETTINGS, reportUnresolved: true })).toEqual([]);
    expect(await lintText(text)).toEqual([]);
  });
});

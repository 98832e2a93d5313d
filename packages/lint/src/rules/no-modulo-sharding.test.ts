// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code under test
import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("no-modulo-sharding", () => {
  it.each([
    ["a placeholder of the program as remainder", "pool.query('SELECT id FROM job WHERE MOD(id, ?) = ?', [n, me]);"],
    [
      "fixed numbers on a statement that takes work",
      "pool.query(\"SELECT id FROM job WHERE status = 'pending' AND id % 4 = 2\");",
    ],
    ["a hash of the key", "pool.query(`SELECT id FROM job WHERE state = 0 AND CRC32(uuid) % ${workers} = ${worker}`);"],
    ["a mask", "pool.query(`SELECT id FROM job WHERE (id & ${n - 1}) = ${me}`);"],
    ["a join condition", "pool.query('SELECT a.id FROM a JOIN b ON b.a_id % :n = :me', { n, me });"],
    ["fixed numbers elsewhere: a warning", "pool.query('SELECT id FROM customer WHERE id % 10 = 3');"],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-modulo-sharding", code)).toMatchSnapshot();
  });

  it.each([
    "rows.filter((row) => row.id % workers === me);",
    "pool.query('SELECT id % ? FROM job GROUP BY id % ?', [n, n]);",
    "pool.query('SELECT * FROM t WHERE id % 100 = 0');",
    "pool.query(\"SELECT * FROM t WHERE name LIKE '%x' AND MOD(id, 2) = 1\");",
    "pool.query('SELECT * FROM t WHERE flags & 4 = 4 AND amount % 100 = 50');",
    "log(`job ${id % 4 === me ? 'mine' : 'theirs'}`);",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});

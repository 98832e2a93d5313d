// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code under test
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { marked } from "../rules/fixtures.js";

describe("a range", () => {
  it.each([
    ["a template", "pool.query(`SELECT id FROM t\n  WHERE status = 0 AND id % ${n} = ${me}`);", "id % ${n} = ${me}"],
    [
      "escapes before it",
      "pool.query('SELECT \\'\\u0041\\x41\\n\\'\\\n FROM t WHERE status = 0 AND id % 4 = 2');",
      "id % 4 = 2",
    ],
    [
      "a chain of +",
      'pool.query("SELECT id FROM t WHERE status = 0 AND id % " + n + " = " + me);',
      'id % " + n + " = " + me',
    ],
    ["a join", 'pool.query(["SELECT id", "FROM t WHERE status = 0", "AND id % 4 = 2"].join(" "));', "id % 4 = 2"],
    [
      "a const far away",
      'const q = "SELECT id FROM t WHERE status = 0 AND id % 4 = 2";\nfunction f() {\n  pool.query(q);\n}',
      "id % 4 = 2",
    ],
    [
      "a fragment put in",
      "const f = `id % ${n} = 1`;\npool.query(`SELECT id FROM t WHERE status = 0 AND ${f} LIMIT 1`);",
      "id % ${n} = 1",
    ],
    ["+=", 'let q = "SELECT id FROM t WHERE status = 0";\nq += " AND id % 4 = 2";\npool.query(q);', "id % 4 = 2"],
    [
      "a builder",
      'db.selectFrom("t").select("id").where("status", "=", 0).where((eb) => eb(eb("id", "%", 4), "=", 2)).execute();',
      'eb(eb("id", "%", 4), "=", 2)',
    ],
    ["CRLF", "pool.query(`SELECT id\r\nFROM t\r\nWHERE status = 0 AND id % 4 = 2`);", "id % 4 = 2"],
    [
      "characters beyond 16 bits",
      "pool.query(`SELECT '\u{1F600}' FROM t WHERE status = 0 AND id % 4 = 2`);",
      "id % 4 = 2",
    ],
  ])("is exact in %s", async (_name, text, expected) => {
    expect(await marked(text)).toEqual([expected]);
  });

  it("is exact whatever stands before it in the text", async () => {
    const before = fc.array(
      fc.constantFrom("a", "\\n", "\\'", "\\u{1F600}", "\\x20", "${x}", "\u{1F600}", "\n", "''"),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(before, async (parts) => {
        const text = `pool.query(\`SELECT "${parts.join("")}" FROM t WHERE status = 0 AND id % 4 = 2\`);`;
        expect(await marked(text)).toEqual(["id % 4 = 2"]);
      }),
      { numRuns: 100 },
    );
  });
});

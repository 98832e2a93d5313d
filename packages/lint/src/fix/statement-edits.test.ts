// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code under test
import { describe, expect, it } from "vitest";
import { withInner } from "../facts/statement.js";
import { readSource } from "../read-source.js";
import { applyEdits } from "./apply.js";
import { andSet, andWhere, type Edits, limitTo, orderBy, type Written } from "./statement-edits.js";

/** The text with the edits made to its one statement; `undefined` where they are not possible. */
async function edited(text: string, edit: (written: Written) => Edits, path = "x.ts"): Promise<string | undefined> {
  const { facts } = await readSource(path, text);
  const statement = [...withInner(facts.statements[0]!.statement)].findLast((one) => one.where.length > 0)!;
  const edits = edit({ statement, source: facts.source }).filter((one) => one !== undefined);
  return edits.length === 0 ? undefined : applyEdits(text, edits);
}

const guard = (written: Written): Edits => andWhere(written, "status = 0");

describe("a condition is added", () => {
  it.each([
    ["UPDATE job SET a = 1 WHERE id = 1;", "UPDATE job SET a = 1 WHERE id = 1 AND status = 0;"],
    ["UPDATE job SET a = 1 WHERE id = 1 LIMIT 5", "UPDATE job SET a = 1 WHERE id = 1 AND status = 0 LIMIT 5"],
    ["UPDATE job SET a = 1 WHERE (id = 1)", "UPDATE job SET a = 1 WHERE (id = 1) AND status = 0"],
    ["UPDATE job SET a = 1 WHERE a = 1 OR b = 2", "UPDATE job SET a = 1 WHERE (a = 1 OR b = 2) AND status = 0"],
    ["UPDATE job SET a = 1 WHERE (a = 1 or b = 2)", "UPDATE job SET a = 1 WHERE (a = 1 or b = 2) AND status = 0"],
    ["UPDATE job SET a = 1 WHERE id = 1 -- mine\n", "UPDATE job SET a = 1 WHERE id = 1 AND status = 0 -- mine\n"],
    [
      "DELETE FROM x WHERE id IN (SELECT id FROM job WHERE a = 1)",
      "DELETE FROM x WHERE id IN (SELECT id FROM job WHERE a = 1 AND status = 0)",
    ],
  ])("in a file of SQL: %s", async (text, fixed) => {
    expect(await edited(text, guard, "x.sql")).toBe(fixed);
  });

  it.each([
    ["q('UPDATE job SET a = 1 WHERE id = ?')", "q('UPDATE job SET a = 1 WHERE id = ? AND status = 0')"],
    ["q(`UPDATE job SET a = 1 WHERE id = ${id}`)", "q(`UPDATE job SET a = 1 WHERE id = ${id} AND status = 0`)"],
    [
      "q(`UPDATE job SET a = 1\n  WHERE id = ${id}\n`)",
      "q(`UPDATE job SET a = 1\n  WHERE id = ${id} AND status = 0\n`)",
    ],
    [
      "q('UPDATE job SET a = \\'x\\' WHERE b = \\'y\\'')",
      "q('UPDATE job SET a = \\'x\\' WHERE b = \\'y\\' AND status = 0')",
    ],
    ["q('UPDATE job SET a = 1 ' +\n  'WHERE id = ?')", "q('UPDATE job SET a = 1 ' +\n  'WHERE id = ? AND status = 0')"],
    [
      "q(['UPDATE job SET a = 1', 'WHERE id = ?'].join(' '))",
      "q(['UPDATE job SET a = 1', 'WHERE id = ? AND status = 0'].join(' '))",
    ],
  ])("in a program: %s", async (text, fixed) => {
    expect(await edited(text, guard)).toBe(fixed);
  });

  it.each([
    ["no WHERE", "q('UPDATE job SET a = 1'); q('SELECT 1 FROM t WHERE a = 1')"],
    ["a variable before the end", "q('UPDATE job SET a = 1 WHERE id = ' + id + ' LIMIT 1')"],
    ["a variable at the end", "q('UPDATE job SET a = 1 WHERE id = ' + id)"],
    ["clauses that the program adds", "q(`UPDATE job SET a = 1 WHERE id = 1 ${more}`)"],
    ["text for one of two cases", "q(`UPDATE job SET a = 1 WHERE id = 1 ${all ? 'AND b = 2' : ''}`)"],
    ["a condition that another text shares", "const w = 'WHERE id = ?';\nq('UPDATE job SET a = 1 ' + w)"],
    ["text added later", "let s = 'UPDATE job SET a = 1 ';\ns += 'WHERE id = ?';\nq(s)"],
    ["a comment for some servers", "q('UPDATE job SET a = 1 WHERE /*!80000 id = ? */')"],
  ])("not where there is %s", async (_name, text) => {
    const { facts } = await readSource("x.ts", text);
    expect(guard({ statement: facts.statements[0]!.statement, source: facts.source })).toContain(undefined);
  });

  it("not in quotes that cannot hold it", async () => {
    const edit = (written: Written) => andWhere(written, "`order` = 'a'");
    expect(await edited('q("UPDATE job SET a = 1 WHERE id = 1")', edit)).toBe(
      "q(\"UPDATE job SET a = 1 WHERE id = 1 AND `order` = 'a'\")",
    );
    expect(await edited("q('UPDATE job SET a = 1 WHERE id = 1')", edit)).toBe(undefined);
    expect(await edited("q(`UPDATE job SET a = 1 WHERE id = 1`)", edit)).toBe(undefined);
  });
});

describe("an order", () => {
  const byId = (written: Written): Edits => orderBy(written, "id");
  it.each([
    ["SELECT id FROM job WHERE a = 1", "SELECT id FROM job WHERE a = 1 ORDER BY id"],
    ["SELECT id FROM job WHERE a = 1 LIMIT 5", "SELECT id FROM job WHERE a = 1 ORDER BY id LIMIT 5"],
    ["SELECT id FROM job WHERE a = 1 FOR UPDATE", "SELECT id FROM job WHERE a = 1 ORDER BY id FOR UPDATE"],
    ["SELECT id FROM job WHERE a = 1 ORDER BY RAND() LIMIT 5", "SELECT id FROM job WHERE a = 1 ORDER BY id LIMIT 5"],
    [
      "SELECT a FROM job WHERE a = 1 GROUP BY a HAVING a > 1",
      "SELECT a FROM job WHERE a = 1 GROUP BY a HAVING a > 1 ORDER BY id",
    ],
  ])("is given to %s", async (text, fixed) => {
    expect(await edited(text, byId, "x.sql")).toBe(fixed);
    expect(await edited(`q("${text}")`, byId)).toBe(`q("${fixed}")`);
  });

  it("is not given to a member of a UNION", async () => {
    expect(await edited("SELECT a FROM t UNION SELECT a FROM job WHERE a = 1", byId, "x.sql")).toBe(undefined);
  });
});

it("a limit stands before the lock", async () => {
  const edit = (written: Written): Edits => limitTo(written, "20");
  expect(await edited("SELECT id FROM job WHERE a = 1 FOR UPDATE", edit, "x.sql")).toBe(
    "SELECT id FROM job WHERE a = 1 LIMIT 20 FOR UPDATE",
  );
  expect(await edited("SELECT id FROM job WHERE a = 1 LIMIT 5", edit, "x.sql")).toBe(undefined);
});

it("an assignment stands behind the others", async () => {
  expect(await edited("UPDATE job SET a = 1, b = (2) WHERE id = 1", (w) => andSet(w, "c = 3"), "x.sql")).toBe(
    "UPDATE job SET a = 1, b = (2), c = 3 WHERE id = 1",
  );
});

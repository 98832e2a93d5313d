import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Expression } from "../facts/expression.js";
import type { Statement } from "../facts/statement.js";
import { readCondition, readStatements } from "./read.js";
import { HOLE, plainSql } from "./sql-text.js";

/** Prefix notation without places. */
function shown(e: Expression): string {
  switch (e.kind) {
    case "column":
      return e.table === undefined ? e.name : `${e.table}.${e.name}`;
    case "value":
      return JSON.stringify(e.value);
    case "parameter":
      return e.text;
    case "call":
      return `${e.name}(${e.args.map(shown).join(" ")})`;
    case "list":
      return `[${e.items.map(shown).join(" ")}]`;
    case "query":
      return "<query>";
    case "unary":
      return `(${e.operator} ${shown(e.operand)})`;
    case "binary":
      return `(${e.operator} ${shown(e.left)} ${shown(e.right)})`;
    case "unknown":
      return "<unknown>";
  }
}

function where(text: string): string[] {
  return readCondition(plainSql(text)).map(shown);
}

function one(text: string): Statement {
  const [statement] = readStatements(plainSql(text));
  if (statement === undefined) throw new Error(`not read: ${text}`);
  return statement;
}

describe("conditions", () => {
  it("become an AND list with the precedence of MySQL", () => {
    expect(where("a = 1 AND b + 2 * 3 < c OR d")).toEqual(["(or (and (= a 1) (< (+ b (* 2 3)) c)) d)"]);
    expect(where("status = 0 AND (id % 4) = ? AND x IN (1, 2)")).toEqual([
      "(= status 0)",
      "(= (% id 4) ?)",
      "(in x [1 2])",
    ]);
    expect(where("id MOD 4 = 1 AND MOD(t.id, :n) = 2")).toEqual(["(= (% id 4) 1)", "(= mod(t.id :n) 2)"]);
  });

  it("keep NOT, BETWEEN, IS and LIKE apart", () => {
    expect(
      where("NOT a = 1 AND b NOT IN (1, 2) AND c BETWEEN 1 AND 2 AND d IS NOT NULL AND e LIKE '%x' ESCAPE '!'"),
    ).toEqual([...["(not (= a 1))", "(not in b [1 2])", "(between c [1 2])", "(not is d null)", '(like e "%x")']]);
  });

  it("skip what they do not understand to the next AND", () => {
    expect(where("a = 1 } nonsense ) AND b = 2")).toEqual(["(= a 1)", "(= b 2)"]);
    expect(where("id % ")).toEqual(["(% id <unknown>)"]);
  });

  it("take a hole where an operator should be as a condition", () => {
    const text = `status = 0 ${HOLE} AND b = 2`;
    const sql = { ...plainSql(text), holes: new Map([[text.indexOf(HOLE), { text: "extra" }]]) };
    expect(readCondition(sql).map(shown)).toEqual(["(= status 0)", "extra", "(= b 2)"]);
  });

  it("do not exhaust the stack", { timeout: 120_000 }, () => {
    const deep = "(".repeat(20_000);
    expect(() => where(`${deep}1`)).not.toThrow();
    expect(() => where("NOT ".repeat(20_000))).not.toThrow();
    expect(() => readStatements(plainSql("SELECT 1 UNION ".repeat(20_000)))).not.toThrow();
    expect(() => readStatements(plainSql("SELECT (SELECT ".repeat(20_000)))).not.toThrow();
  });
});

describe("statements", () => {
  it("tell tables, aliases, limit and lock of a SELECT", () => {
    const s = one(
      "SELECT t.id, RAND() AS r FROM `db`.`job` AS t FORCE INDEX (i) LEFT JOIN u ON u.id = t.u WHERE status = 0 ORDER BY r DESC, id LIMIT 5, 10 FOR UPDATE SKIP LOCKED",
    );
    expect(s.tables.map((t) => [t.name, t.alias])).toEqual([
      ["job", "t"],
      ["u", undefined],
    ]);
    expect(s.on.map(shown)).toEqual(["(= u.id t.u)"]);
    expect(s.selected.map((c) => c.alias)).toEqual([undefined, "r"]);
    expect(s.order.map((o) => [shown(o.expression), o.descending])).toEqual([
      ["r", true],
      ["id", false],
    ]);
    expect(s.limit && [shown(s.limit.count), s.limit.offset && shown(s.limit.offset)]).toEqual(["10", "5"]);
    expect(s.lock).toMatchObject({ strength: "update", wait: "skip locked" });
  });

  it.each([
    ["FOR UPDATE", "update", "wait"],
    ["FOR UPDATE OF t NOWAIT", "update", "nowait"],
    ["FOR SHARE", "share", "wait"],
    ["LOCK IN SHARE MODE", "share", "wait"],
    ["/*!80001 FOR UPDATE SKIP LOCKED */", "update", "skip locked"],
  ])("read the lock clause %s", (clause, strength, wait) => {
    expect(one(`SELECT * FROM t WHERE id = 1 ${clause}`).lock).toMatchObject({ strength, wait });
  });

  it("find a lock only where one is asked for", () => {
    expect(one("SELECT 'FOR UPDATE' FROM t -- FOR UPDATE").lock).toBeUndefined();
    expect(one("SELECT * FROM t FORCE INDEX FOR ORDER BY (i)").lock).toBeUndefined();
  });

  it("tell the SET list of an UPDATE", () => {
    const s = one(
      "UPDATE job j SET j.status = 1, claim_token = :t, n = IF(a = 1, 2, 3) WHERE id IN (?) AND status = 0 ORDER BY id LIMIT 3",
    );
    expect(s.sets.map((a) => [a.column, shown(a.value)])).toEqual([
      ["status", "1"],
      ["claim_token", ":t"],
      ["n", "if((= a 1) 2 3)"],
    ]);
    expect(s.where.map(shown)).toEqual(["(in id ?)", "(= status 0)"]);
    expect(s.tables.map((t) => t.alias)).toEqual(["j"]);
  });

  it("tell the parts of DELETE and INSERT", () => {
    expect(one("DELETE FROM job WHERE id = 1").tables.map((t) => t.name)).toEqual(["job"]);
    const insert = one("INSERT INTO job (a, b) SELECT x, y FROM src WHERE z = 1 ON DUPLICATE KEY UPDATE a = VALUES(a)");
    expect(insert.tables.map((t) => t.name)).toEqual(["job"]);
    expect(insert.sets.map((a) => a.column)).toEqual(["a"]);
    expect(insert.inner.map((s) => s.tables[0]?.name)).toEqual(["src"]);
  });

  it("hold their subqueries, derived tables, common tables and union members", () => {
    const names = (text: string) => one(text).inner.map((s) => s.tables[0]?.name);
    expect(names("UPDATE a SET x = 1 WHERE id IN (SELECT id FROM (SELECT id FROM b WHERE y = 1) c)")).toEqual([
      undefined,
    ]);
    expect(names("SELECT 1 FROM a WHERE x = ANY (SELECT y FROM b) AND EXISTS (SELECT 1 FROM c)")).toEqual(["c", "b"]);
    expect(names("WITH b AS (SELECT 1 FROM b1), c (x) AS (SELECT 2 FROM c1) SELECT * FROM b JOIN c")).toEqual([
      "b1",
      "c1",
    ]);
    expect(names("(SELECT 1 FROM a) UNION ALL (SELECT 2 FROM b)")).toEqual(["b"]);
    expect(names("SELECT 1 FROM a UNION SELECT 2 FROM b ORDER BY 1")).toEqual(["b"]);
  });

  it("are found in the body of a procedure", () => {
    const text =
      "DELIMITER //\nCREATE PROCEDURE p() BEGIN UPDATE a SET x = 1; SELECT 2 FROM b; END//\nDELIMITER ;\nDELETE FROM c;";
    expect(readStatements(plainSql(text)).map((s) => [s.verb, s.tables[0]?.name])).toEqual([
      ["update", "a"],
      ["select", "b"],
      ["delete", "c"],
    ]);
  });

  it("do not know a table whose name is put in, in whole or in part", () => {
    const text = `SELECT 1 FROM task_${HOLE} WHERE a = 1`;
    const [s] = readStatements({ ...plainSql(text), holes: new Map([[text.indexOf(HOLE), { text: "n" }]]) });
    expect(s?.tables.map((t) => t.name)).toEqual([undefined]);
  });

  it("are read from any input without an error", () => {
    const word = fc.constantFrom(
      "SELECT",
      "FROM",
      "WHERE",
      "UPDATE",
      "SET",
      "(",
      ")",
      ",",
      "a",
      "b",
      "=",
      "%",
      "AND",
      "OR",
      "NOT",
      "IN",
      "?",
      "1",
      "'x'",
      "ORDER BY",
      "LIMIT",
      "FOR UPDATE",
      "UNION",
      "WITH",
      "AS",
      "CASE",
      "END",
      "BETWEEN",
      "INSERT INTO",
      "VALUES",
      "DELETE",
      ".",
      "*",
      "INTERVAL",
      ";",
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        readStatements(plainSql(words.join(" ")));
      }),
      { numRuns: 2000 },
    );
  });
});

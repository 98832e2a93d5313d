import { describe, expect, it } from "vitest";
import type { Statement } from "../facts/statement.js";
import { withInner } from "../facts/statement.js";
import { readStatements } from "./read.js";
import { plainSql } from "./sql-text.js";

function read(text: string): Statement {
  const [statement] = readStatements(plainSql(text));
  if (statement === undefined) throw new Error("nothing was read");
  return statement;
}

const tables = (text: string): (string | undefined)[] =>
  [...withInner(read(text))].flatMap((one) => one.tables.map(({ name }) => name));

describe("a word that begins a clause elsewhere", () => {
  it("is a column where it is called `value`", () => {
    expect(read("UPDATE setting SET value = 1, status = 2 WHERE value = 3 AND id = 4")).toMatchObject({
      sets: [{ column: "value" }, { column: "status" }],
      where: [{ left: { name: "value" } }, { left: { name: "id" } }],
    });
    expect(read("SELECT id, value, status FROM setting").selected).toHaveLength(3);
  });

  it("is a table where it is called `value`", () => {
    expect(tables("UPDATE value SET a = 1")).toEqual(["value"]);
    expect(tables("INSERT INTO value (a) VALUES (1)")).toEqual(["value"]);
    expect(tables("INSERT INTO t VALUE (1)")).toEqual(["t"]);
  });

  it("is a function in ON DUPLICATE KEY UPDATE", () => {
    const { sets } = read(
      "INSERT INTO t (a, b) VALUES (1, 2) ON DUPLICATE KEY UPDATE a = VALUES(a), b = b + VALUES(b), c = 3",
    );
    expect(sets.map(({ column }) => column)).toEqual(["a", "b", "c"]);
  });

  it("is part of an index hint", () => {
    const {
      tables: used,
      where,
      order,
    } = read(
      "SELECT id FROM t USE INDEX FOR ORDER BY (idx_a) IGNORE INDEX FOR GROUP BY (idx_b) WHERE a = 1 ORDER BY b",
    );
    expect(used).toMatchObject([{ name: "t" }]);
    expect(where).toHaveLength(1);
    expect(order).toMatchObject([{ expression: { name: "b" } }]);
  });

  it("is a column where it is called `window`", () => {
    expect(read("SELECT id, window FROM t WHERE window = 1 AND status = 0").where).toHaveLength(2);
    expect(read("SELECT SUM(a) OVER w FROM t WINDOW w AS (PARTITION BY b) ORDER BY c").order).toHaveLength(1);
  });
});

describe("a query in parentheses", () => {
  it("may be an operand of a comparison", () => {
    expect(tables("SELECT 1 FROM t WHERE ((SELECT a FROM u) <> (SELECT b FROM v))").sort()).toEqual(["t", "u", "v"]);
    expect(tables("SELECT COALESCE((SELECT a FROM u), (SELECT b FROM v)) FROM t").sort()).toEqual(["t", "u", "v"]);
  });

  it("may be grouped by", () => {
    expect(tables("SELECT 1 FROM t GROUP BY (SELECT a FROM u)")).toEqual(["t", "u"]);
  });

  it("may be what is inserted", () => {
    expect(tables("INSERT INTO t (a) (SELECT a FROM u)")).toEqual(["t", "u"]);
    expect(tables("INSERT INTO t ((SELECT a FROM u)) ON DUPLICATE KEY UPDATE a = 1")).toEqual(["t", "u"]);
  });

  it("may stand in a row of an INSERT", () => {
    expect(tables("INSERT INTO t (a) VALUES ((SELECT id FROM u LIMIT 1)), (2)")).toEqual(["t", "u"]);
  });

  it("has the order, limit and lock that stand behind it", () => {
    expect(read("(SELECT id FROM t) ORDER BY RAND() LIMIT 1")).toMatchObject({
      order: [{ expression: { name: "rand" } }],
      limit: { count: { value: 1 } },
    });
    const union = read("(SELECT id FROM t ORDER BY id) UNION (SELECT id FROM u LIMIT 5) ORDER BY RAND() LIMIT 1");
    expect([...withInner(union)].some(({ order }) => order.some(({ expression: e }) => e.kind === "call"))).toBe(true);
  });
});

describe("a name that WITH gives", () => {
  it("is no table", () => {
    const text = "WITH due AS (SELECT id FROM job), b AS (SELECT id FROM due) SELECT * FROM b JOIN due USING (id)";
    expect(tables(text).filter((name) => name !== undefined)).toEqual(["job"]);
    expect(tables("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n")).toEqual([
      undefined,
      undefined,
    ]);
    expect(tables("INSERT INTO t WITH x AS (SELECT 1 AS a) SELECT a FROM x")).toEqual(["t", undefined]);
    expect(tables("WITH due AS (SELECT id FROM job) UPDATE job JOIN due USING (id) SET a = 1")).toEqual([
      "job",
      undefined,
      "job",
    ]);
  });

  it("is a table inside its own query", () => {
    expect(tables("WITH job AS (SELECT id FROM job WHERE status = 0) SELECT id FROM job")).toEqual([undefined, "job"]);
  });
});

it("DUAL is no table", () => {
  expect(tables("SELECT 1 FROM DUAL")).toEqual([]);
});

it("what a string holds does not make the SQL of another database", () => {
  expect(tables("INSERT INTO t VALUES ('::ffff:1', 'a jsonb column')")).toEqual(["t"]);
  expect(readStatements(plainSql("SELECT id FROM t WHERE a = 'x'::text"))).toEqual([]);
});

it("rows written out are no table", () => {
  expect(tables("SELECT a FROM (VALUES (1), (2)) AS x JOIN t ON t.a = x.a")).toEqual([undefined, "t"]);
});

it("a variable of the server is one operand", () => {
  expect(read("SELECT id FROM t WHERE a = @@session.x AND id % @@global.server_id = 1").where).toHaveLength(2);
  expect(tables("SELECT @@global.x = (SELECT v FROM u) AS same")).toEqual(["u"]);
});

import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("no-order-by-rand", () => {
  it.each([
    ["takes work", "pool.query(\"SELECT id FROM job WHERE status = 'queued' ORDER BY priority, RAND() LIMIT 5\");"],
    ["an alias", "pool.query('SELECT id, RAND() r FROM job WHERE done = 0 ORDER BY r');"],
    ["content: a warning", "pool.query('SELECT * FROM quote ORDER BY RAND() LIMIT 1');"],
    [
      "the member of a union",
      "pool.query('(SELECT id FROM a WHERE status = 0 ORDER BY RAND() LIMIT 1) UNION (SELECT id FROM b LIMIT 1)');",
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-order-by-rand", code)).toMatchSnapshot();
  });

  it.each([
    "pool.query('SELECT RAND() AS r FROM t ORDER BY id');",
    "pool.query('UPDATE t SET x = RAND() ORDER BY id');",
    "items.sort(() => Math.random() - 0.5);",
    "const order = 'by rand() of chance';",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});

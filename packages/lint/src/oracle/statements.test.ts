import { describe, expect, test } from "vitest";
import { withInner } from "../facts/statement.js";
import { lex } from "../sql/lexer.js";
import { readClausesAlone, readSql } from "../sql/read.js";
import { plainSql } from "../sql/sql-text.js";
import { ownFacts } from "./fixtures/own-facts.js";
import { parserFacts } from "./fixtures/parser-facts.js";
import { ownStatements, statementsIn } from "./fixtures/statements.js";

const statements = ownStatements();
const short = (text: string): string => text.replace(/\s+/g, " ").slice(0, 70);

/** What goes wrong with one text; empty where nothing does. */
function troubles(text: string): readonly string[] {
  const lost =
    lex(text)
      .map((token) => token.text)
      .join("") === text
      ? []
      : ["the tokens are not the text"];
  try {
    readClausesAlone(plainSql(text));
    const items = readSql(plainSql(text)).flatMap((item) =>
      item.kind === "statement" ? [...withInner(item.statement)] : [],
    );
    const outside = items.filter(({ span }) => span.start < 0 || span.start > span.end || span.end > text.length);
    return [...lost, ...outside.map(({ span }) => `a span from ${span.start} to ${span.end}`)];
  } catch (error) {
    return [...lost, String(error)];
  }
}

test("there are statements of every kind", () => {
  expect(statements.length).toBeGreaterThan(200);
});

test.each(statements.map((text) => [short(text), text]))("is read without loss: %s", (_title, text) => {
  expect(troubles(text)).toEqual([]);
});

/** What node-sql-parser gets wrong, or says otherwise. */
const OTHERWISE: readonly (readonly [start: string, why: string])[] = [
  ["SELECT id FROM job WHERE status = 0 /*!80001", "it takes a live comment for a comment"],
  ["SELECT a.id FROM (a, b) LEFT JOIN", "it does not list tables in parentheses"],
];

describe("both readers say the same of", () => {
  const comparable = statements.flatMap((text) => {
    const facts = parserFacts(text);
    return facts === undefined ? [] : [{ title: short(text), text, facts }];
  });
  const known = comparable.filter(({ text }) => !OTHERWISE.some(([start]) => text.startsWith(start)));

  test("most statements that are not about tables or transactions", () => {
    expect(comparable.length).toBeGreaterThan(80);
    expect(comparable.length - known.length).toBe(OTHERWISE.length);
  });

  test.each(known)("$title", ({ text, facts }) => {
    expect(ownFacts(text)).toEqual(facts);
  });
});

const corpus = process.env.QUEUEGEN_SQL_CORPUS;

test.skipIf(corpus === undefined)(
  "every statement of the corpus is read without loss",
  () => {
    let count = 0;
    const wrong: string[] = [];
    for (const { file, text } of statementsIn(corpus ?? "")) {
      count += 1;
      for (const trouble of troubles(text)) if (wrong.length < 20) wrong.push(`${file}: ${trouble}: ${short(text)}`);
    }
    console.log(`${count} statements read`);
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(10_000);
  },
  600_000,
);

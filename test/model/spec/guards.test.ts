import { expect, test } from "vitest";
import { statementOf } from "../real/statements.js";
import { GUARDS } from "./guards.js";
import type { Verb } from "./state.js";

/** How a conjunct of the model is written in SQL. */
const WRITTEN: Readonly<Record<string, RegExp>> = {
  status: /^status (?:= (?:\d|:status)|IN \([\d, ]+\))$/,
  token: /^claim_token IN \(:tokens\)$/,
  attempts: /^attempts <= :seen$/,
  due: /^run_at <= .+$/,
  unstarted: /^start_time IS NULL$/,
  age: /^(?:\(claim_time IS NULL OR claim_time < UNIX_TIMESTAMP\(\) - \d+\)|finish_time < .+ - :keep)$/,
  exact: /^claim_time = :seen$/,
  ahead: /^claim_time > UNIX_TIMESTAMP\(\) \+ \d+$/,
};

/** Statements of the model that nothing generates: groups are not there yet. */
const NOT_YET: ReadonlySet<string> = new Set(["group"]);

test.each(Object.keys(GUARDS) as Verb[])(
  "the generated %s has the guards that the model knows, and no others",
  (verb) => {
    const where = statementOf(verb).text.split(/\bWHERE id IN \(:ids\) AND /)[1] ?? "";
    const names = conjuncts(where).map(
      (sql) => Object.keys(WRITTEN).find((name) => WRITTEN[name]!.test(sql)) ?? `unknown: ${sql}`,
    );
    expect(names.sort()).toEqual(
      Object.keys(GUARDS[verb])
        .filter((name) => !NOT_YET.has(name))
        .sort(),
    );
  },
);

/** Split at AND outside of parentheses. */
function conjuncts(where: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: word, index } of where.matchAll(/[()]|\bAND\b/g)) {
    if (word === "(") depth++;
    else if (word === ")") depth--;
    else if (depth === 0) {
      found.push(where.slice(from, index).trim());
      from = index + word.length;
    }
  }
  return [...found, where.slice(from).trim()];
}

import { describe, expect, test } from "vitest";
import { explore } from "./explorer.js";
import { protocol } from "./model.js";
import { MUTATIONS, REDUNDANT } from "./mutations.js";
import { printViolation } from "./print.js";
import { RULES, type Rule } from "./rules.js";
import { SCOPES } from "./scopes.js";

/** More than the farthest counterexample needs. */
const MOST = 80_000;
/** As far as most counterexamples are away. */
const A_WHILE = 20_000;

test("every rule is taken away by a mutation, or another one stands in for it", () => {
  const covered = [...MUTATIONS.map(({ without }) => without), ...REDUNDANT.map(({ rule }) => rule)];
  expect([...covered].sort()).toEqual(Object.keys(RULES).sort());
});

describe("without a rule its invariant fails", () => {
  test.each(MUTATIONS)("$without: $breaks", { timeout: 120_000 }, ({ without, scope, breaks }) => {
    const { violation } = explore(protocol(SCOPES[scope], [without]), MOST);
    expect(violation?.invariant, violation ? printViolation(violation) : "no violation").toBe(breaks);
  });
});

describe("a rule that another one stands in for", () => {
  test.each(REDUNDANT)("$rule may go alone: $why", { timeout: 120_000 }, ({ rule, scope }) => {
    const { violation } = explore(protocol(SCOPES[scope], [rule]), A_WHILE);
    expect(violation && printViolation(violation)).toBeUndefined();
  });

  const pairs = REDUNDANT.filter((one): one is typeof one & { beside: Rule } => one.beside !== undefined);
  test.each(pairs)("$rule and $beside may not both go: $breaks", { timeout: 120_000 }, (pair) => {
    const { violation } = explore(protocol(SCOPES[pair.scope], [pair.rule, pair.beside]), MOST);
    expect(violation?.invariant).toBe(pair.breaks);
  });
});

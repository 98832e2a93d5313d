import fc from "fast-check";
import { expect, test } from "vitest";
import { HOLE } from "../sql/sql-text.js";
import { statement } from "./fixtures/grammar.js";
import { ownFacts } from "./fixtures/own-facts.js";
import { parserFacts } from "./fixtures/parser-facts.js";

const RUNS = Number(process.env.QUEUEGEN_FUZZ_RUNS ?? 600);
const SEED = Number(process.env.QUEUEGEN_FUZZ_SEED ?? 1);

test("of generated statements both readers say the same, wherever the other one parses", () => {
  let compared = 0;
  fc.assert(
    fc.property(statement, (text) => {
      const facts = parserFacts(text.replaceAll(HOLE, "?"));
      if (facts === undefined) return;
      compared += 1;
      expect(ownFacts(text)).toEqual(facts);
    }),
    { numRuns: RUNS, seed: SEED },
  );
  expect(compared).toBeGreaterThan(RUNS / 4);
}, 120_000);

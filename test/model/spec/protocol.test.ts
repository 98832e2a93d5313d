import { afterAll, expect, test } from "vitest";
import { explore } from "./explorer.js";
import { protocol } from "./model.js";
import { printReport, printViolation } from "./print.js";
import { SCOPES } from "./scopes.js";

/** States of one scope; QUEUEGEN_MODEL_STATES=1000000 takes about 0.5 GB and a minute for each of the large ones. */
const MOST = Number(process.env.QUEUEGEN_MODEL_STATES ?? 40_000);

const lines: string[] = [];
afterAll(() => console.log(lines.join("\n")));

test.each(Object.values(SCOPES))("all invariants hold: $name", { timeout: 3_600_000 }, (scope) => {
  const report = explore(protocol(scope), MOST);
  lines.push(printReport(scope.name, report));
  expect(report.violation && printViolation(report.violation)).toBeUndefined();
  // Whatever is not gone through to its end has at least been gone into.
  expect(report.complete || report.states === MOST).toBe(true);
});

import { sqlId } from "@queuegen/model";
import { comparesAndSets } from "../facts/compare-and-set.js";
import { becomesNumber, isClaim, queueStatement } from "../facts/queue-statement.js";
import { tableWords } from "../facts/scope.js";
import { toFix } from "../fix/edits.js";
import { andWhere } from "../fix/statement-edits.js";
import type { Rule, RuleMeta } from "../rule.js";
import { QUEUE_TRIGGERS } from "./queue-triggers.js";

const meta: RuleMeta = {
  name: "claim-needs-expected-status",
  summary: "A claim repeats the status it expects in its WHERE: that alone decides which of two workers gets a row.",
  severity: { queue: "error", work: "off", elsewhere: "off" },
  triggers: QUEUE_TRIGGERS,
};

export const claimNeedsExpectedStatus: Rule = {
  meta,
  statement: (fact, project) => {
    const queued = queueStatement(fact, project);
    if (queued === undefined || fact.underLock || !isClaim(queued) || !queued.isPlain) return [];
    const { scope, statement, columns, expected, byToken, byTime, isUnclaimed } = queued;
    // With a token in the WHERE the row is the worker's own already; a time bound takes over an expired claim.
    if (expected !== undefined || byToken !== undefined || byTime !== undefined || isUnclaimed) return [];
    if (comparesAndSets(statement)) return [];
    const status = columns.status ?? "status";
    return [
      {
        at: { source: fact.source, span: statement.span },
        outer: fact.outer,
        scope: scope.kind,
        table: scope.table,
        message: `this claim on ${tableWords(scope)} does not repeat \`${status} = 0\`: two workers that saw the same row both get it.`,
        help: `add \`AND ${status} = 0\` to the WHERE, and believe only the number of affected rows.`,
        fix: becomesNumber(queued, 1)
          ? toFix(`add \`AND ${status} = 0\``, ...andWhere(fact, `${sqlId(status)} = 0`))
          : undefined,
      },
    ];
  },
};

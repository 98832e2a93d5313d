import { sqlId } from "@queuegen/model";
import type { StatementFact } from "../facts/code.js";
import { becomesNumber, type QueueStatement, queueStatement } from "../facts/queue-statement.js";
import { tableWords } from "../facts/scope.js";
import { toFix } from "../fix/edits.js";
import type { Fix } from "../fix/fix.js";
import { andWhere } from "../fix/statement-edits.js";
import type { Report, Rule, RuleMeta } from "../rule.js";
import { QUEUE_TRIGGERS } from "./queue-triggers.js";

const meta: RuleMeta = {
  name: "writeback-needs-guard",
  summary:
    "The result of a job is written only if the claim still holds: expected status and claim token in the WHERE.",
  severity: { queue: "error", work: "off", elsewhere: "off" },
  triggers: QUEUE_TRIGGERS,
};

export const writebackNeedsGuard: Rule = {
  meta,
  statement: (fact, project) => {
    const queued = queueStatement(fact, project);
    if (queued === undefined || fact.underLock || !queued.isPlain) return [];
    const { statement, scope, columns, becomes, expected, byToken, byTime } = queued;
    if (statement.verb !== "update" || !becomes.has("final") || byToken !== undefined) return [];
    const status = columns.status ?? "status";
    const report: Report = {
      at: { source: fact.source, span: statement.span },
      outer: fact.outer,
      scope: scope.kind,
      table: scope.table,
      message: `this result of ${tableWords(scope)} is written whatever the row has become: a worker whose claim was taken over overwrites the new owner's work.`,
      help: `add \`AND ${status} = 1 AND ${columns.claimToken} = ?\` to the WHERE; 0 affected rows mean that the claim was lost.`,
    };
    if (expected === undefined) return byTime === undefined ? [{ ...report, fix: guard(fact, queued, status) }] : [];
    // Rows that nobody has claimed have no owner to be protected from, and an expired claim is judged by its time.
    if (!expected.states.has("running") || byTime !== undefined) return [];
    return [
      {
        ...report,
        severity: "warning",
        message: `this result of ${tableWords(scope)} is guarded by \`${status}\` alone: after a take-over the row is in work again, and the old worker's late result still passes.`,
        help: `add \`AND ${columns.claimToken} = ?\` with the token of the claim.`,
      },
    ];
  },
};

/** The token is the program's to give; that the row must be in work is known without it. */
function guard(fact: StatementFact, queued: QueueStatement, status: string): Fix | undefined {
  if (!becomesNumber(queued, 2, 3)) return undefined;
  return toFix(`add \`AND ${status} = 1\``, ...andWhere(fact, `${sqlId(status)} = 1`));
}

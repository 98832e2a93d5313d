import type { StatementFact } from "../facts/code.js";
import { comparisons } from "../facts/columns.js";
import { knownValue } from "../facts/expression.js";
import { type QueueStatement, queueStatement } from "../facts/queue-statement.js";
import { COUNTS, DUE } from "../facts/retry-columns.js";
import { tableWords } from "../facts/scope.js";
import type { Assignment } from "../facts/statement.js";
import type { Rule, RuleMeta } from "../rule.js";
import { QUEUE_TRIGGERS } from "./queue-triggers.js";

const meta: RuleMeta = {
  name: "retry-needs-backoff",
  summary: "A failed row that becomes pending at once, uncounted, is failed again at once, and for ever.",
  severity: { queue: "warning", work: "off", elsewhere: "off" },
  triggers: QUEUE_TRIGGERS,
};

export const retryNeedsBackoff: Rule = {
  meta,
  statement: (fact, project) => {
    const queued = queueStatement(fact, project);
    if (queued === undefined || !queued.isPlain || !isRetry(queued, fact) || isCountedOrLater(queued)) return [];
    const { statement, scope, columns } = queued;
    const status = columns.status ?? "status";
    const set = statement.sets.find(({ column }) => column === status) ?? statement;
    return [
      {
        at: { source: fact.source, span: set.span },
        outer: fact.outer,
        scope: scope.kind,
        table: scope.table,
        message: `this gives failed rows of ${tableWords(scope)} back at once and counts nothing: a row that cannot succeed comes back with every look, before the fresh ones.`,
        help: `count the attempt and let the row wait: \`SET ${status} = 5, attempts = attempts + 1, run_at = <now> + <backoff>\`, and ${status} = 3 when the attempts are used up.`,
      },
    ];
  },
};

/**
 * A worker gives a row back because it has failed, or all rows that have failed are made new. What a worker gives back when
 * it stops, what a lost one held, and one row by an operator's hand are something else.
 */
function isRetry(queued: QueueStatement, fact: StatementFact): boolean {
  const { statement, becomes, expected, byId, byToken, byTime } = queued;
  if (statement.verb !== "update" || !becomes.has("new") || byTime !== undefined) return false;
  if (expected?.states.has("new") === true) return false;
  if (expected?.states.has("final") === true) return byId === undefined;
  const isFailure = fact.afterFailure === true || statement.sets.some(isReason);
  // Without the token a row in work is for reclaim-needs-timeout.
  return isFailure && (byToken !== undefined || (byId !== undefined && expected === undefined));
}

/** `last_error = ?` */
function isReason({ column, value }: Assignment): boolean {
  return /error|exception|fail(?:ed|ure)?_?(?:reason|message|text)|reason/i.test(column) && knownValue(value) !== null;
}

/** The attempt is counted, or looked at, or the row waits. */
function isCountedOrLater({ statement }: QueueStatement): boolean {
  const named = [...statement.sets.map(({ column }) => column), ...comparisons(statement.where).map((c) => c.column)];
  return named.some((column) => COUNTS.test(column) || DUE.test(column));
}

import { type Comparison, comparisons } from "../facts/columns.js";
import { queueStatement } from "../facts/queue-statement.js";
import { tableWords } from "../facts/scope.js";
import type { Statement } from "../facts/statement.js";
import type { Rule, RuleMeta } from "../rule.js";
import { QUEUE_TRIGGERS } from "./queue-triggers.js";

const meta: RuleMeta = {
  name: "no-due-filter-on-candidates",
  summary: "Rows that are not due yet do not belong among those that wait: the look for work reads every one of them.",
  severity: { queue: "error", work: "off", elsewhere: "off" },
  triggers: QUEUE_TRIGGERS,
};

const DUE =
  /^(?:run_?at|due_?(?:at|time)?|next_?(?:run|retry|attempt|try)(?:_?(?:at|time))?|available_?at|scheduled?_?(?:at|time|for)|execute_?(?:at|time)|not_?before|delay(?:ed)?_?until|retry_?(?:at|time|after)|start_?after|process_?after|visible_?at)$/i;

export const noDueFilterOnCandidates: Rule = {
  meta,
  statement: (fact, project) => {
    const queued = queueStatement(fact, project);
    if (queued === undefined) return [];
    const { statement, scope, columns, expected, byId } = queued;
    const isLook =
      statement.verb === "select" &&
      expected?.states.size === 1 &&
      expected.states.has("new") &&
      byId?.operator !== "in" &&
      byId?.operator !== "=";
    const due = dueCondition(statement);
    const [key] = statement.order;
    const byDue = key?.expression.kind === "column" && due !== undefined && key.expression.name === due.column;
    if (!isLook || due === undefined || byDue || statement.limit === undefined) return [];
    return [
      {
        at: { source: fact.source, span: due.condition.span },
        outer: fact.outer,
        scope: scope.kind,
        table: scope.table,
        message: `every look for work goes through all rows of ${tableWords(scope)} that wait but are not due by \`${due.column}\`: with a million of them it takes a second instead of half a millisecond.`,
        help: `give rows that are not due a status of their own (waiting, 5) and find them by an index on (${due.column}): \`WHERE ${due.column} <= ? AND ${columns.status ?? "status"} = 5 ORDER BY ${due.column} LIMIT n\`.`,
      },
    ];
  },
};

/** `run_at <= NOW()`, also as `(run_at IS NULL OR run_at <= NOW())`. */
function dueCondition(statement: Statement): Comparison | undefined {
  const parts = statement.where.flatMap((condition) =>
    condition.kind === "binary" && condition.operator === "or" ? [condition.left, condition.right] : [condition],
  );
  return comparisons(parts).find(({ column, operator }) => DUE.test(column) && (operator === "<=" || operator === "<"));
}

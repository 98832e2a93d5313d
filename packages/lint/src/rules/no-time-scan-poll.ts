import { type Comparison, comparisons } from "../facts/columns.js";
import { sameName } from "../facts/project.js";
import { type QueueStatement, queueStatement, TIME } from "../facts/queue-statement.js";
import { DUE } from "../facts/retry-columns.js";
import { tableWords } from "../facts/scope.js";
import type { Rule, RuleMeta } from "../rule.js";
import { QUEUE_TRIGGERS } from "./queue-triggers.js";

const meta: RuleMeta = {
  name: "no-time-scan-poll",
  summary: "A poll by the age of rows, without their status, reads the whole table each time.",
  severity: { queue: "warning", work: "off", elsewhere: "off" },
  triggers: QUEUE_TRIGGERS,
};

export const noTimeScanPoll: Rule = {
  meta,
  statement: (fact, project) => {
    const queued = queueStatement(fact, project);
    if (queued === undefined || !queued.isPlain || !isPoll(queued)) return [];
    const { statement, scope, columns, expected, byId, byToken } = queued;
    if (expected !== undefined || byId !== undefined || byToken !== undefined) return [];
    const compared = comparisons(statement.where);
    const time = compared.find(isAge);
    if (time === undefined || compared.some((c) => startsIndex(c, queued))) return [];
    const status = columns.status ?? "status";
    return [
      {
        at: { source: fact.source, span: time.condition.span },
        outer: fact.outer,
        scope: scope.kind,
        table: scope.table,
        message: `no index of ${tableWords(scope)} begins with \`${time.column}\`: every poll reads the whole table, and the more the more rows are finished.`,
        help: `begin with the status, \`${status} = 1 AND ${time.column} < ?\`, so that only rows in that state are read; what is to happen later belongs into a column run_at with an index.`,
      },
    ];
  },
};

/** A batch to work on, or a change of the status; what counts or deletes is no poll. */
function isPoll({ statement, becomes }: QueueStatement): boolean {
  if (statement.verb === "update") return becomes.size > 0;
  return statement.verb === "select" && statement.limit !== undefined && statement.limit.offset === undefined;
}

/** `create_time < ?`: everything older. */
function isAge({ column, operator }: Comparison): boolean {
  return (operator === "<" || operator === "<=") && (TIME.test(column) || DUE.test(column));
}

/** An index finds the rows; where no definition was seen, columns of due times have theirs. */
function startsIndex({ column, operator }: Comparison, { columns }: QueueStatement): boolean {
  if (operator === "!=" || operator.startsWith("not ")) return false;
  if (columns.indexes === undefined) return DUE.test(column);
  return columns.indexes.some((index) => index.columns[0] !== undefined && sameName(index.columns[0], column));
}

import { queueStatement } from "../facts/queue-statement.js";
import { tableWords } from "../facts/scope.js";
import type { Rule, RuleMeta } from "../rule.js";
import { QUEUE_TRIGGERS } from "./queue-triggers.js";

const meta: RuleMeta = {
  name: "no-range-reclaim",
  summary: "A reclaim that updates by range locks every row in work and deadlocks with completions.",
  severity: { queue: "warning", work: "off", elsewhere: "off" },
  triggers: QUEUE_TRIGGERS,
};

export const noRangeReclaim: Rule = {
  meta,
  statement: (fact, project) => {
    const queued = queueStatement(fact, project);
    if (queued === undefined || !queued.isPlain) return [];
    const { statement, scope, columns, becomes, expected, byId, byToken, byTime } = queued;
    const isReclaim = statement.verb === "update" && becomes.has("new") && expected?.states.has("running") === true;
    if (!isReclaim || byTime === undefined || byId !== undefined || byToken !== undefined) return [];
    const { id, claimTime } = columns;
    return [
      {
        at: { source: fact.source, span: statement.span },
        outer: fact.outer,
        scope: scope.kind,
        table: scope.table,
        message: `this reclaim of ${tableWords(scope)} locks every row in work to look at its \`${claimTime}\`: it deadlocks with completions, even when there is nothing to give back.`,
        help: `read the ids first, without a lock, then repeat the condition by id: \`... WHERE ${id} IN (?) AND status = 1 AND ${claimTime} < UNIX_TIMESTAMP() - 30\`.`,
      },
    ];
  },
};

import { queueStatement } from "../facts/queue-statement.js";
import { tableWords } from "../facts/scope.js";
import type { Rule, RuleMeta } from "../rule.js";
import { QUEUE_TRIGGERS } from "./queue-triggers.js";

const meta: RuleMeta = {
  name: "reclaim-needs-timeout",
  summary: "Rows in work are given back only when their claim is too old.",
  severity: { queue: "error", work: "off", elsewhere: "off" },
  triggers: QUEUE_TRIGGERS,
};

export const reclaimNeedsTimeout: Rule = {
  meta,
  statement: (fact, project) => {
    const queued = queueStatement(fact, project);
    if (queued === undefined || fact.underLock || !queued.isPlain) return [];
    const { statement, scope, columns, becomes, expected, byId, byToken, byTime } = queued;
    const givesBack = statement.verb === "update" && becomes.has("new") && expected?.states.has("running") === true;
    if (!givesBack || byToken !== undefined || byTime !== undefined) return [];
    return [
      {
        at: { source: fact.source, span: statement.span },
        outer: fact.outer,
        scope: scope.kind,
        table: scope.table,
        // One row, by its id, is somebody's repair by hand.
        ...(byId === undefined ? {} : { severity: "warning" as const }),
        message: `this gives back rows of ${tableWords(scope)} that are being worked on: each of them is then done twice.`,
        help: `add \`AND ${columns.claimTime} < UNIX_TIMESTAMP() - 30\` (the lease), so that only claims count that nobody renews any more.`,
      },
    ];
  },
};

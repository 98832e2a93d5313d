import { isCount } from "../facts/candidate.js";
import { queueStatement } from "../facts/queue-statement.js";
import { tableWords } from "../facts/scope.js";
import type { Rule, RuleMeta } from "../rule.js";
import { QUEUE_TRIGGERS } from "./queue-triggers.js";

const meta: RuleMeta = {
  name: "candidate-needs-limit",
  summary: "A look for work reads a batch, never the whole backlog.",
  severity: { queue: "error", work: "off", elsewhere: "off" },
  triggers: QUEUE_TRIGGERS,
};

export const candidateNeedsLimit: Rule = {
  meta,
  statement: (fact, project) => {
    const queued = queueStatement(fact, project);
    if (queued === undefined || !queued.isPlain) return [];
    const { statement, scope, expected, byId, byToken } = queued;
    const isLook = statement.verb === "select" && expected?.states.has("new") === true && !expected.states.has("final");
    // By id it is bounded already, `id > ?` is not.
    const bounded = byId !== undefined && ["=", "in", "between"].includes(byId.operator);
    if (!isLook || statement.limit !== undefined || bounded || byToken !== undefined || isCount(statement)) return [];
    return [
      {
        at: { source: fact.source, span: expected!.condition.span },
        outer: fact.outer,
        scope: scope.kind,
        table: scope.table,
        message: `this look for work reads all waiting rows of ${tableWords(scope)}: a backlog of a million rows is a million rows in memory, for every look.`,
        help: "add `ORDER BY id LIMIT 20`; the index (status, id) then reads twenty entries.",
      },
    ];
  },
};

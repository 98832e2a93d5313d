import { sqlId } from "@queuegen/model";
import { isCount } from "../facts/candidate.js";
import type { StatementFact } from "../facts/code.js";
import { queueStatement } from "../facts/queue-statement.js";
import { tableWords } from "../facts/scope.js";
import { toFix } from "../fix/edits.js";
import type { Fix } from "../fix/fix.js";
import { limitTo, orderBy } from "../fix/statement-edits.js";
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
    const { statement, scope, columns, expected, byId, byToken } = queued;
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
        suggestions: limited(fact, columns.id),
      },
    ];
  },
};

/** How many rows a worker takes at once is for the program to know. */
function limited(fact: StatementFact, id: string): readonly Fix[] {
  const fix =
    fact.statement.order.length > 0
      ? toFix("add `LIMIT 20`", ...limitTo(fact, "20"))
      : toFix(`add \`ORDER BY ${id} LIMIT 20\``, ...orderBy(fact, `${sqlId(id)} LIMIT 20`));
  return fix === undefined ? [] : [fix];
}

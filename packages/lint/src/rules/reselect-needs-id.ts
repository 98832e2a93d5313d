import { sameName } from "../facts/project.js";
import { queueStatement } from "../facts/queue-statement.js";
import { tableWords } from "../facts/scope.js";
import type { Rule, RuleMeta } from "../rule.js";
import { QUEUE_TRIGGERS } from "./queue-triggers.js";

const meta: RuleMeta = {
  name: "reselect-needs-id",
  summary: "Rows are found by id and token; by the token alone the server reads the whole table.",
  severity: { queue: "error", work: "off", elsewhere: "off" },
  triggers: QUEUE_TRIGGERS,
};

export const reselectNeedsId: Rule = {
  meta,
  statement: (fact, project) => {
    const queued = queueStatement(fact, project);
    if (queued === undefined || !queued.isPlain) return [];
    const { scope, columns, byId, byToken, expected, statement } = queued;
    if (
      byToken === undefined ||
      byToken.operator !== "=" ||
      byId !== undefined ||
      expected !== undefined ||
      statement.verb === "insert"
    )
      return [];
    const keys = project.tables.get(columns.table.toLowerCase())?.keys ?? [];
    if (keys.some((key) => key.columns[0] !== undefined && sameName(key.columns[0], columns.claimToken))) return [];
    return [
      {
        at: { source: fact.source, span: byToken.condition.span },
        outer: fact.outer,
        scope: scope.kind,
        table: scope.table,
        message: `\`${columns.claimToken}\` of ${tableWords(scope)} has no index: this reads the whole table to find a few rows.`,
        help: `give the ids of the batch as well: \`WHERE ${columns.id} IN (?) AND ${columns.claimToken} = ?\`. An index on the token would cost every claim 15 %.`,
      },
    ];
  },
};

import { type Expression, knownValue } from "../facts/expression.js";
import { scopeOf, tableWords } from "../facts/scope.js";
import { withInner } from "../facts/statement.js";
import type { Rule, RuleMeta } from "../rule.js";
import { QUEUE_TRIGGERS } from "./queue-triggers.js";

const meta: RuleMeta = {
  name: "no-full-payload-like-scan",
  summary: "LIKE '%id%' on a key or a payload reads every row of the queue to find one.",
  severity: { queue: "warning", work: "off", elsewhere: "off" },
  triggers: QUEUE_TRIGGERS,
};

/** Columns that are looked up, not searched as text by people. */
const KEY =
  /(?:^|_)(?:id|uid|uuid|key|no|ref|token)$|(?:Id|Uid|Uuid|Key)$|^(?:payload|body|data|params?|args|arguments|job|task|message)(?:_?(?:json|data|body))?$/i;

export const noFullPayloadLikeScan: Rule = {
  meta,
  statement: ({ statement, source, outer }, project) =>
    [...withInner(statement)].flatMap((one) => {
      const found = one.where.find(searchesKey);
      if (found?.kind !== "binary" || found.left.kind !== "column") return [];
      const scope = scopeOf(one, project);
      const { name } = found.left;
      return [
        {
          at: { source, span: found.span },
          outer,
          scope: scope.kind,
          table: scope.table,
          message: `a pattern that begins with % has no place in an index: this reads every row of ${tableWords(scope)}, the finished ones too, and \`%12%\` finds 123 as well.`,
          help: `keep what is looked for in a column of its own with an index, and compare it: \`${/id|key|no|ref|token/i.test(name) ? name : "task_id"} = ?\`.`,
        },
      ];
    }),
};

function searchesKey(condition: Expression): boolean {
  if (condition.kind !== "binary" || condition.left.kind !== "column" || !KEY.test(condition.left.name)) return false;
  if (condition.operator === "contains") return true;
  return condition.operator === "like" && beginsOpen(condition.right);
}

/** `'%x'`, `CONCAT('%', ?, '%')`, `` `%${id}%` `` and `"%" + id` */
function beginsOpen(pattern: Expression): boolean {
  const known = knownValue(pattern);
  if (typeof known === "string") return known.startsWith("%");
  if (pattern.kind === "parameter") return /^(?:[\w.]+\()?["'`]%/.test(pattern.text);
  return (
    pattern.kind === "call" && pattern.name === "concat" && pattern.args[0] !== undefined && beginsOpen(pattern.args[0])
  );
}

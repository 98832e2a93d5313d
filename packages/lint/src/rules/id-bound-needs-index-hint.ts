import { sqlId } from "@queuegen/model";
import { type Candidate, candidates } from "../facts/candidate.js";
import type { StatementFact } from "../facts/code.js";
import { sameName } from "../facts/project.js";
import { tableWords } from "../facts/scope.js";
import { insertAfter, toFix } from "../fix/edits.js";
import type { Rule, RuleMeta } from "../rule.js";
import { QUEUE_TRIGGERS } from "./queue-triggers.js";

const meta: RuleMeta = {
  name: "id-bound-needs-index-hint",
  summary:
    "With an id bound MySQL looks for work by the primary key, through all finished rows; FORCE INDEX keeps it on (status, id).",
  severity: { queue: "warning", work: "off", elsewhere: "off" },
  triggers: QUEUE_TRIGGERS,
};

export const idBoundNeedsIndexHint: Rule = {
  meta,
  statement: (fact, project) => {
    // MariaDB stays on (status, id) by itself.
    if (project.target === "mariadb106") return [];
    return candidates(fact, project).flatMap((look) => {
      const { statement, scope, columns, status, compared } = look;
      const bound = compared.find((c) => sameName(c.column, columns.id) && (c.operator === ">" || c.operator === ">="));
      const byAnother = statement.order.some(
        ({ expression: e }) => e.kind !== "column" || !sameName(e.name, columns.id),
      );
      if (bound === undefined || byAnother || isHinted(look, fact)) return [];
      const index = columns.indexes?.find(
        ({ columns: [first, second] }) =>
          first !== undefined &&
          sameName(first, status.column) &&
          (second === undefined || sameName(second, columns.id)),
      );
      const name = sqlId(index?.name ?? "idx_status_id");
      const table = statement.tables[0]!;
      const isUnnamed = fact.form === "builder" || table.alias !== undefined || index?.name === undefined;
      const suggestion = isUnnamed
        ? undefined
        : toFix(
            `force the index ${name}`,
            insertAfter({ source: fact.source, span: table.span }, ` FORCE INDEX (${name})`),
          );
      return [
        {
          at: { source: fact.source, span: bound.condition.span },
          outer: fact.outer,
          scope: scope.kind,
          table: scope.table,
          message: `with \`${bound.column} ${bound.operator}\` MySQL reads ${tableWords(scope)} by its primary key, through every row that is finished: measured 100,020 rows for a batch of 20.`,
          help: `\`FROM ${sqlId(columns.table)} FORCE INDEX (${name})\`: the index (${status.column}, ${columns.id}) returns the 20 rows and no other.`,
          ...(suggestion === undefined ? {} : { suggestions: [suggestion] }),
        },
      ];
    });
  },
};

/** By FORCE INDEX, an optimizer hint, or what a builder has for it. */
function isHinted({ statement }: Candidate, { source, form }: StatementFact): boolean {
  if (statement.tables[0]?.hinted === true) return true;
  const { start, end } = statement.span;
  const text = source.text.slice(start, end);
  return (
    /\/\*\+[^*]*\bindex\b/i.test(text) ||
    (form === "builder" && /(?:force|use)_?index|index_?hint|hintcomment/i.test(text))
  );
}

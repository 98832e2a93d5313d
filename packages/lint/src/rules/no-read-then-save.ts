import { comparisons } from "../facts/columns.js";
import { claimWords, scopeOf, tableWords } from "../facts/scope.js";
import { isStatusLike } from "../facts/work-shape.js";
import type { Rule, RuleMeta } from "../rule.js";

const meta: RuleMeta = {
  name: "no-read-then-save",
  summary: "Reading a waiting row and saving it afterwards lets two workers take the same row.",
  severity: { queue: "error", work: "error", elsewhere: "off" },
  triggers: [
    [
      "where",
      "processing|running|in_?progress|claimed|working|started|taken|picked|selected|used|assigned|locked",
      "status|state|_?(?:selected|picked|taken|claimed|locked|used|assigned)",
      String.raw`\.save\(|\.update(?:table|many)?\(|\bupdate\b[^]{1,200}\bset\b`,
    ],
  ],
};

export const noReadThenSave: Rule = {
  meta,
  save: ({ read, save, becomes, write }, project) => {
    const scope = scopeOf(read.statement, project);
    if (scope.kind === "elsewhere" || (write !== undefined && isGuarded(write.where))) return [];
    // Elsewhere an order that becomes "paid" is no job; what becomes "processing" is taken. On queues the statement that writes has its own rules.
    if (scope.kind === "work" ? !becomes.has("running") : write !== undefined || becomes.size === 0) return [];
    const { source } = read;
    return [
      {
        at: { source, span: save.span },
        outer: save.span,
        scope: scope.kind,
        table: scope.table,
        message: `${write === undefined ? `\`${save.text}\`` : "this UPDATE"} takes a row of ${tableWords(scope)} that was read before: whoever read it in the meantime takes it as well.`,
        help: `let the write decide: ${claimWords(scope)}, and go on only with the rows that it has affected.`,
        related: [{ message: "read here, without a lock", at: { source, span: read.statement.span } }],
      },
    ];
  },
};

/** The write repeats what it expects of the status. */
function isGuarded(where: Parameters<typeof comparisons>[0]): boolean {
  return (
    comparisons(where).some((c) => isStatusLike(c.column)) ||
    where.some((condition) => condition.kind === "unknown" || condition.kind === "parameter")
  );
}

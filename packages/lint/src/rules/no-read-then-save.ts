import { comparisons } from "../facts/columns.js";
import { comparesAndSets } from "../facts/compare-and-set.js";
import { isClaimColumn } from "../facts/project.js";
import { claimWords, scopeOf, tableWords } from "../facts/scope.js";
import type { Statement } from "../facts/statement.js";
import { isStatusLike } from "../facts/work-shape.js";
import type { Rule, RuleMeta } from "../rule.js";

const WORDS = "processing|running|in_?progress|claimed|working|started|taken|picked|selected|used|assigned|locked";
const COLUMNS = "status|state|_?(?:selected|picked|taken|claimed|locked|used|assigned)";
const WRITES = String.raw`\.save\(|\.update(?:table|many)?\(|\.patch\(|flush\(|\bupdate\b[^]{1,200}\bset\b`;

const meta: RuleMeta = {
  name: "no-read-then-save",
  summary: "Reading a waiting row and saving it afterwards lets two workers take the same row.",
  severity: { queue: "error", work: "error", elsewhere: "off" },
  triggers: [
    ["where", WORDS, COLUMNS, WRITES],
    ["where", String.raw`(?:status|state)["'\x60]?\s*[:=]\s*["']?1\b`, WRITES],
    // Where an ORM is given no `where`.
    [String.raw`\bfind(?:one)?by\(|\bem\.find|\.query\(\)`, WORDS, COLUMNS, WRITES],
  ],
};

export const noReadThenSave: Rule = {
  meta,
  save: ({ read, save, becomes, write, via }, project) => {
    const scope = scopeOf(read.statement, project);
    if (scope.kind === "elsewhere" || (write !== undefined && isGuarded(write))) return [];
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
        related: [
          { message: "read here, without a lock", at: { source, span: read.statement.span } },
          ...(via === undefined ? [] : [{ message: "called here, with what was read", at: { source, span: via } }]),
        ],
      },
    ];
  },
};

/** The write repeats what it expects of the row. */
function isGuarded(statement: Statement): boolean {
  const { where } = statement;
  return (
    comparesAndSets(statement) ||
    comparisons(where).some(({ column }) => isStatusLike(column) || isClaimColumn(column)) ||
    where.some((condition) => condition.kind === "unknown" || condition.kind === "parameter")
  );
}

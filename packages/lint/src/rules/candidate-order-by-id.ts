import { sqlId } from "@queuegen/model";
import { type Candidate, candidates } from "../facts/candidate.js";
import type { StatementFact } from "../facts/code.js";
import { type Expression, walk } from "../facts/expression.js";
import { sameName } from "../facts/project.js";
import { tableWords } from "../facts/scope.js";
import type { OrderKey } from "../facts/statement.js";
import { toFix } from "../fix/edits.js";
import { orderBy } from "../fix/statement-edits.js";
import type { Report, Rule, RuleMeta } from "../rule.js";
import { QUEUE_TRIGGERS } from "./queue-triggers.js";

const meta: RuleMeta = {
  name: "candidate-order-by-id",
  summary:
    "A look for work is sorted by what an index is sorted by: ORDER BY id is free, any other order sorts the backlog.",
  severity: { queue: "warning", work: "off", elsewhere: "off" },
  triggers: QUEUE_TRIGGERS,
};

export const candidateOrderById: Rule = {
  meta,
  statement: (fact, project) => candidates(fact, project).flatMap((look) => judge(look, fact)),
};

function judge(look: Candidate, fact: StatementFact): readonly Report[] {
  const { statement, scope, columns, status } = look;
  const written = { statement, source: fact.source };
  const place = { outer: fact.outer, scope: scope.kind, table: scope.table };
  // What all rows have in common sorts nothing.
  const keys = statement.order.filter(({ expression }) => !isColumn(expression, status.column));
  const title = `sort by \`${columns.id}\``;
  if (keys.length === 0) {
    return [
      {
        ...place,
        at: { source: fact.source, span: statement.limit!.span },
        message: `this look for work does not say in which order: which rows of ${tableWords(scope)} it returns depends on the plan, and old ones may wait for ever.`,
        help: `add \`ORDER BY ${columns.id}\`: the index (${status.column}, ${columns.id}) returns them so without sorting.`,
        fix: toFix(title, ...orderBy(written, sqlId(columns.id))),
      },
    ];
  }
  if (isFree(keys, look)) return [];
  const first = keys.find(({ expression }) => !isColumn(expression, columns.id)) ?? keys[0]!;
  const { source } = fact;
  const name = source.text.slice(first.expression.span.start, first.expression.span.end);
  const needed = [status.column, ...keys.flatMap(({ expression: e }) => (e.kind === "column" ? [e.name] : []))];
  const suggestion = toFix(title, ...orderBy(written, sqlId(columns.id)));
  return [
    {
      ...place,
      // Without the table's definition the index may be there.
      ...(columns.indexes === undefined && first.expression.kind === "column" ? { severity: "info" as const } : {}),
      at: { source, span: first.expression.span },
      message: `to sort by \`${name}\` the server reads the whole backlog of ${tableWords(scope)} for every look, unless an index has that order: measured 200,001 rows instead of 20.`,
      help: `\`ORDER BY ${columns.id}\`, or an index on (${needed.join(", ")}).`,
      ...(suggestion === undefined ? {} : { suggestions: [suggestion] }),
    },
  ];
}

/** By the id, by the column of a range that finds the rows, or as an index on the status goes on. */
function isFree(keys: readonly OrderKey[], { columns, status, compared }: Candidate): boolean {
  const names = keys.map(({ expression }) => (expression.kind === "column" ? expression.name : undefined));
  const [first] = names;
  if (keys.some(({ expression }) => holdsRandom(expression))) return true;
  if (first === undefined) return false;
  if (sameName(first, columns.id)) return true;
  const ranged = compared.some((c) => sameName(c.column, first) && /^(?:[<>]=?|between|not is)$/.test(c.operator));
  if (ranged) return true;
  const wanted = sameName(names.at(-1) ?? "", columns.id) ? names.slice(0, -1) : names;
  return (columns.indexes ?? []).some(({ columns: [head, ...rest] }) => {
    if (head === undefined || !sameName(head, status.column)) return false;
    return wanted.every((name, at) => name !== undefined && rest[at] !== undefined && sameName(rest[at], name));
  });
}

function isColumn(expression: Expression, name: string): boolean {
  return expression.kind === "column" && sameName(expression.name, name);
}

/** For no-order-by-rand. */
function holdsRandom(expression: Expression): boolean {
  return [...walk(expression)].some((part) => part.kind === "call" && /^(?:rand(?:om)?|uuid)$/.test(part.name));
}

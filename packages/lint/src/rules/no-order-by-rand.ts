import { sqlId } from "@queuegen/model";
import { type Expression, walk } from "../facts/expression.js";
import { scopeOf, tableWords } from "../facts/scope.js";
import { type Statement, withInner } from "../facts/statement.js";
import { takesWork } from "../facts/work-shape.js";
import { toFix } from "../fix/edits.js";
import type { Fix } from "../fix/fix.js";
import { orderBy } from "../fix/statement-edits.js";
import type { Rule, RuleMeta } from "../rule.js";
import type { Source } from "../source.js";

const meta: RuleMeta = {
  name: "no-order-by-rand",
  summary: "ORDER BY RAND() reads and sorts the whole backlog for every batch.",
  severity: { queue: "error", work: "error", elsewhere: "warning" },
  triggers: [["order", String.raw`(?<!math\.)\b(?:rand(?:om)?|uuid)\s*\(|['"]rand(?:om)?['"]`]],
};

export const noOrderByRand: Rule = {
  meta,
  statement: ({ statement, source, outer }, project) =>
    [...withInner(statement)].flatMap((one) => {
      const key = one.order.find((order) => isRandom(order.expression, one));
      if (key === undefined) return [];
      const scope = scopeOf(one, project);
      const which = scope.kind === "elsewhere" ? "every matching row" : "the whole backlog";
      return [
        {
          at: { source, span: key.expression.span },
          outer,
          scope: scope.kind,
          table: scope.table,
          message: `\`ORDER BY RAND()\` reads ${which} of ${tableWords(scope)} and sorts it, for every read.`,
          help:
            scope.kind === "elsewhere"
              ? "choose random ids in the program and read them by primary key, or start at a random id: `WHERE id >= ? ORDER BY id LIMIT n`."
              : "`ORDER BY id LIMIT n` on the index (status, id); workers that lose a claim jump ahead, they need no random order.",
          fix: scope.queue === undefined ? undefined : sortedById(one, source, scope.queue.id),
        },
      ];
    }),
};

const RANDOM_CALLS = ["rand", "random", "uuid"];

/** A sort key that holds RAND(), or the alias of a selected column that does. */
function isRandom(key: Expression, statement: Statement): boolean {
  if (holdsRandom(key)) return true;
  if (key.kind !== "column" || key.table !== undefined) return false;
  return statement.selected.some(
    (column) => column.alias?.toLowerCase() === key.name.toLowerCase() && holdsRandom(column.expression),
  );
}

function holdsRandom(expression: Expression): boolean {
  for (const part of walk(expression)) if (part.kind === "call" && RANDOM_CALLS.includes(part.name)) return true;
  return false;
}

/** Only where work is looked for: whoever reads rows of a queue at random for another reason wants them at random. */
function sortedById(statement: Statement, source: Source, id: string): Fix | undefined {
  const { order, tables, grouped, span } = statement;
  const isDistinct = /\bdistinct\b/i.test(source.text.slice(span.start, span.end));
  if (order.length !== 1 || tables.length !== 1 || grouped || isDistinct || !takesWork(statement)) return undefined;
  return toFix(`sort by \`${id}\``, ...orderBy({ statement, source }, sqlId(id)));
}

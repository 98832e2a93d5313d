import { type BatchRead, batchReads, isStatus } from "../facts/candidate.js";
import { type Comparison, comparisons } from "../facts/columns.js";
import { conjuncts, type Expression, knownValue, walk } from "../facts/expression.js";
import { type Project, type QueueTable, sameName } from "../facts/project.js";
import { tableWords } from "../facts/scope.js";
import { statesOf } from "../facts/states.js";
import type { Report, Rule, RuleMeta } from "../rule.js";
import { QUEUE_TRIGGERS } from "./queue-triggers.js";

const meta: RuleMeta = {
  name: "candidate-index-shape",
  summary:
    "A look for work compares the status with one value; any other condition on it walks through the finished rows.",
  severity: { queue: "warning", work: "off", elsewhere: "off" },
  triggers: QUEUE_TRIGGERS,
};

export const candidateIndexShape: Rule = {
  meta,
  statement: (fact, project) =>
    batchReads(fact, project).flatMap((read): Report[] => {
      const found = read.statement.where.map((condition) => faultOf(condition, read, project)).find(Boolean);
      if (found === undefined) return [];
      const { scope, columns } = read;
      const status = columns.status ?? "status";
      return [
        {
          at: { source: fact.source, span: found.condition.span },
          outer: fact.outer,
          scope: scope.kind,
          table: scope.table,
          message: `${found.what} the index (${status}, ${columns.id}) of ${tableWords(scope)}: the server walks through the rows that are finished, measured 100,021 rows for a batch of 20.`,
          help: found.instead(status),
        },
      ];
    }),
};

interface Fault {
  readonly condition: Expression;
  /** As the beginning of a sentence that ends with the index. */
  readonly what: string;
  readonly instead: (status: string) => string;
}

const ONE_VALUE = (status: string): string =>
  `ask for one state, \`${status} = 0 ORDER BY id LIMIT n\`, and for another one in a second statement.`;

function faultOf(condition: Expression, read: BatchRead, project: Project): Fault | undefined {
  const { columns, statement } = read;
  const compared = comparisons([condition]).find((c) => isStatus(c, columns));
  if (compared !== undefined) return faultOfComparison(compared, read, project);
  const sorted = statement.order.length > 0;
  if (condition.kind === "binary" && condition.operator === "or" && sorted && asksForNewOr(condition, columns))
    return { condition, what: "with OR on the status nothing is read in the order of", instead: ONE_VALUE };
  const inside = condition.kind === "binary" ? wrapped(condition.left, columns) : undefined;
  if (inside !== undefined) {
    return {
      condition,
      what: `\`${inside}\` inside an expression cannot be looked up in`,
      instead: (status) => `compare the column itself: \`${status} = 0\`.`,
    };
  }
  return undefined;
}

function faultOfComparison(compared: Comparison, read: BatchRead, project: Project): Fault | undefined {
  const { condition, operator, value } = compared;
  const states = statesOf(value);
  // Everything but what is done: what waits is among it.
  const negates = operator === "!=" || operator === "not in" || operator === ">" || operator === "<";
  if (negates && (operator === "!=" || operator === "not in") && states.has("final") && !states.has("new"))
    return { condition, what: "what a row is not cannot be looked up in", instead: ONE_VALUE };
  const list = value.kind === "list" ? value.items : [];
  if (
    operator === "in" &&
    list.length > 1 &&
    states.has("new") &&
    !states.has("running") &&
    read.statement.order.length > 0
  )
    return { condition, what: "rows of several states do not lie in the order of", instead: ONE_VALUE };
  if (operator === "=" && typeof knownValue(value) === "number" && isText(compared.column, read.columns, project)) {
    return {
      condition,
      what: `\`${compared.column}\` is text, and a number is not looked up in`,
      instead: (status) => `quote it: \`${status} = '${String(knownValue(value))}'\`.`,
    };
  }
  return undefined;
}

/** `status = 0 OR (status = 1 AND claim_time < ?)` */
function asksForNewOr(condition: Expression, columns: QueueTable): boolean {
  const sides: Expression[] = [];
  const open = [condition];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === "binary" && next.operator === "or") open.push(next.left, next.right);
    else sides.push(next);
  }
  const asked = sides.map((side) => comparisons(conjuncts(side)).find((c) => isStatus(c, columns)));
  return asked.some((c) => c !== undefined && statesOf(c.value).has("new"));
}

/** The status as a part of something that is compared: `CAST(status AS CHAR)`, `status + 0`; remainders have another rule. */
function wrapped(left: Expression, columns: QueueTable): string | undefined {
  const isExpression = left.kind === "call" || (left.kind === "binary" && ["+", "-", "*", "/"].includes(left.operator));
  if (!isExpression || columns.status === undefined) return undefined;
  const status = columns.status;
  const found = [...walk(left)].find((part) => part.kind === "column" && sameName(part.name, status));
  return found?.kind === "column" ? found.name : undefined;
}

function isText(column: string, columns: QueueTable, project: Project): boolean {
  const table = project.tables.get(columns.table.toLowerCase());
  const definition = table?.columns.find((c) => sameName(c.name, column));
  return definition !== undefined && /^(?:var)?char$|text$/.test(definition.type);
}

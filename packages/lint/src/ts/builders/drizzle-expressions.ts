import { ts } from "ts-morph";
import type { Expression } from "../../facts/expression.js";
import { calledName, isFunctionNode, spanOf, unwrap } from "../nodes.js";
import type { BuilderContext } from "./chain.js";
import type { Draft } from "./draft.js";
import { compare, rawCondition, rawSortKeys, returned, valueOperand } from "./operands.js";

const COMPARISONS: Readonly<Record<string, string>> = {
  eq: "=",
  ne: "!=",
  lt: "<",
  lte: "<=",
  gt: ">",
  gte: ">=",
  inArray: "in",
  notInArray: "not in",
  like: "like",
};

/** `and(eq(task.status, 0), isNull(task.owner))` */
export function drizzleCondition(node: ts.Expression, context: BuilderContext): Expression {
  const inner = unwrap(node);
  if (isFunctionNode(inner)) {
    const value = returned(inner);
    return value === undefined ? { kind: "unknown", span: spanOf(node) } : drizzleCondition(value, context);
  }
  const raw = rawCondition(inner, context);
  if (raw !== undefined) return raw;
  const span = spanOf(inner);
  if (!ts.isCallExpression(inner)) return { kind: "unknown", span };
  const name = calledName(inner);
  const [first, second] = inner.arguments;
  if (name === "and" || name === "or") {
    const [head, ...rest] = inner.arguments.map((argument) => drizzleCondition(argument, context));
    return rest.reduce<Expression>(
      (left, right) => ({ kind: "binary", operator: name, left, right, span }),
      head ?? { kind: "unknown", span },
    );
  }
  if (first === undefined) return { kind: "unknown", span };
  if (name === "not") return { kind: "unary", operator: "not", operand: drizzleCondition(first, context), span };
  if (name === "isNull" || name === "isNotNull") {
    return compare(
      columnOfObject(first, context),
      name === "isNull" ? "is" : "not is",
      { kind: "value", value: null, span },
      span,
    );
  }
  const operator = COMPARISONS[name];
  return operator === undefined || second === undefined
    ? { kind: "unknown", span }
    : compare(columnOfObject(first, context), operator, valueOperand(second, context), span);
}

/** `task.status` */
export function columnOfObject(node: ts.Expression, context: BuilderContext): Expression {
  const inner = unwrap(node);
  if (ts.isPropertyAccessExpression(inner))
    return { kind: "column", table: undefined, name: inner.name.text, span: spanOf(inner) };
  return rawCondition(inner, context) ?? { kind: "unknown", span: spanOf(inner) };
}

/** `asc(task.id)`, `` sql`RAND()` ``, one of two by a condition, or a variable that holds such. */
export function readSortKeys(draft: Draft, node: ts.Expression, context: BuilderContext): void {
  const held = ts.isIdentifier(unwrap(node))
    ? context.bindings.find(unwrap(node) as ts.Identifier)?.initializer
    : undefined;
  const inner = unwrap(held ?? node);
  if (ts.isArrayLiteralExpression(inner)) {
    for (const element of inner.elements) readSortKeys(draft, element, context);
    return;
  }
  if (ts.isConditionalExpression(inner)) {
    readSortKeys(draft, inner.whenTrue, context);
    readSortKeys(draft, inner.whenFalse, context);
    return;
  }
  const isDirection =
    ts.isCallExpression(inner) && /^(?:asc|desc)$/.test(calledName(inner)) && inner.arguments.length === 1;
  const key = isDirection ? inner.arguments[0]! : inner;
  const raw = rawSortKeys(key, context);
  if (raw !== undefined) draft.order.push(...raw);
  else
    draft.order.push({
      expression: columnOfObject(key, context),
      descending: isDirection && calledName(inner) === "desc",
    });
}

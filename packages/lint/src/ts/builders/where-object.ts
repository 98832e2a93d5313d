import { ts } from "ts-morph";
import type { CallExpression, Expression } from "../../facts/expression.js";
import { heldObject } from "../held-object.js";
import { calledName, keyOf, spanOf, unwrap } from "../nodes.js";
import { staticValue } from "../values.js";
import type { BuilderContext } from "./chain.js";
import { columnOf, compare, rawCondition, valueOperand } from "./operands.js";

/** `{ status: 0, id: { in: ids }, OR: [...] }`, with the operators of the three libraries. */
export function whereObject(node: ts.Expression, context: BuilderContext): Expression[] {
  const object = heldObject(node, context.bindings);
  const raw = rawCondition(object, context);
  if (raw !== undefined) return [raw];
  if (ts.isArrayLiteralExpression(object)) return [alternatives([...object.elements], context, spanOf(object))];
  if (ts.isCallExpression(object)) return [...ofCall(object, context)];
  if (!ts.isObjectLiteralExpression(object)) return [{ kind: "unknown", span: spanOf(node) }];
  return object.properties.flatMap((entry): Expression[] => {
    if (ts.isShorthandPropertyAssignment(entry))
      return [compare(columnNamed(entry.name), "=", valueOperand(entry.name, context), spanOf(entry))];
    if (!ts.isPropertyAssignment(entry)) return [{ kind: "unknown", span: spanOf(entry) }];
    const key = keyOf(entry.name) ?? entry.name.getText();
    if (/^(?:AND|\[Op\.and\]|\[Sequelize\.Op\.and\])$/.test(key))
      return listOf(entry.initializer).flatMap((part) => whereObject(part, context));
    if (/^(?:OR|\[Op\.or\]|\[Sequelize\.Op\.or\])$/.test(key))
      return [alternatives(listOf(entry.initializer), context, spanOf(entry))];
    if (/^(?:NOT|\[)/.test(key)) return [{ kind: "unknown", span: spanOf(entry) }];
    return condition(entry, context);
  });
}

/** Sequelize: `where(...)`, `and(...)`, `or(...)` */
function ofCall(call: ts.CallExpression, context: BuilderContext): readonly Expression[] {
  switch (calledName(call)) {
    case "where":
      return [whereCall(call, context)];
    case "and":
      return call.arguments.flatMap((part) => whereObject(part, context));
    case "or":
      return [alternatives([...call.arguments], context, spanOf(call))];
    default:
      return [{ kind: "unknown", span: spanOf(call) }];
  }
}

/** Sequelize: `where(fn("MOD", col("id"), n), k)` */
function whereCall(call: ts.CallExpression, context: BuilderContext): Expression {
  const [left, right] = call.arguments;
  const span = spanOf(call);
  if (left === undefined || right === undefined) return { kind: "unknown", span };
  return compare(functionOperand(left, context), "=", valueOperand(right, context), span);
}

/** `fn("MOD", col("id"), n)`, `col("id")`, a value */
function functionOperand(node: ts.Expression, context: BuilderContext): Expression {
  const inner = unwrap(node);
  if (!ts.isCallExpression(inner)) return valueOperand(inner, context);
  const [first, ...rest] = inner.arguments;
  if (first !== undefined && calledName(inner) === "col") return columnOf(first);
  const args = rest.map((argument) => functionOperand(argument, context));
  return { ...functionCall(inner, context), args };
}

function listOf(node: ts.Expression): ts.Expression[] {
  const inner = unwrap(node);
  return ts.isArrayLiteralExpression(inner) ? [...inner.elements] : [inner];
}

function alternatives(parts: readonly ts.Expression[], context: BuilderContext, span: Expression["span"]): Expression {
  const [head, ...rest] = parts.map((part): Expression => {
    const [first, ...others] = whereObject(part, context);
    return others.reduce<Expression>(
      (left, right) => ({ kind: "binary", operator: "and", left, right, span }),
      first ?? { kind: "unknown", span },
    );
  });
  return rest.reduce<Expression>(
    (left, right) => ({ kind: "binary", operator: "or", left, right, span }),
    head ?? { kind: "unknown", span },
  );
}

function columnNamed(name: ts.PropertyName | ts.Identifier): Expression {
  const text = keyOf(name) ?? name.getText();
  return { kind: "column", table: undefined, name: text.replace(/^.*\./, ""), span: spanOf(name) };
}

const OPERATORS: Readonly<Record<string, string>> = {
  ...{
    eq: "=",
    equals: "=",
    ne: "!=",
    not: "!=",
    lt: "<",
    lte: "<=",
    gt: ">",
    gte: ">=",
    in: "in",
    notIn: "not in",
    is: "is",
    like: "like",
    // Prisma and Sequelize: a pattern with an open beginning.
    contains: "contains",
    substring: "contains",
    endsWith: "contains",
  },
  ...{
    Equal: "=",
    Not: "!=",
    LessThan: "<",
    LessThanOrEqual: "<=",
    MoreThan: ">",
    MoreThanOrEqual: ">=",
    In: "in",
    IsNull: "is",
    Like: "like",
    ILike: "like",
  },
};

/** `status: 0`, `status: { in: [0, 5] }`, `[Op.lt]: x`, `status: In([0, 5])`, `owner: IsNull()` */
function condition(entry: ts.PropertyAssignment, context: BuilderContext): Expression[] {
  const column = columnNamed(entry.name);
  const value = unwrap(entry.initializer);
  const span = spanOf(entry);
  if (ts.isCallExpression(value) && Object.hasOwn(OPERATORS, calledName(value))) {
    const [operand] = value.arguments;
    const right: Expression =
      operand === undefined ? { kind: "value", value: null, span } : valueOperand(operand, context);
    return [compare(column, OPERATORS[calledName(value)]!, right, span)];
  }
  if (value.kind === ts.SyntaxKind.NullKeyword) return [compare(column, "is", valueOperand(value, context), span)];
  if (!ts.isObjectLiteralExpression(value)) {
    const right = valueOperand(value, context);
    return [compare(column, right.kind === "list" ? "in" : "=", right, span)];
  }
  return value.properties.map((part): Expression => {
    if (!ts.isPropertyAssignment(part)) return { kind: "unknown", span };
    const word = keyOf(part.name) ?? /Op\.(\w+)/.exec(part.name.getText())?.[1] ?? "";
    const operator = OPERATORS[word];
    return operator === undefined
      ? { kind: "unknown", span }
      : compare(column, operator, valueOperand(part.initializer, context), span);
  });
}

/** `sequelize.random()`, `fn("RAND")` */
export function functionCall(call: ts.CallExpression, context: BuilderContext): CallExpression {
  const [first] = call.arguments;
  const named =
    calledName(call) === "fn" && first !== undefined ? staticValue(first, context.bindings) : calledName(call);
  return { kind: "call", name: typeof named === "string" ? named.toLowerCase() : "", args: [], span: spanOf(call) };
}

import { ts } from "ts-morph";
import type { CallExpression, Expression } from "../../facts/expression.js";
import type { Lock } from "../../facts/statement.js";
import { calledName, keyOf, property, spanOf, unwrap } from "../nodes.js";
import { fillingOf, staticValue } from "../values.js";
import type { BuilderContext } from "./chain.js";
import type { Draft } from "./draft.js";
import { assignmentsOf, columnOf, compare, rawCondition, rawSortKeys, valueOperand } from "./operands.js";

/** Reads `{ where, take | limit, skip | offset, order | orderBy, lock, skipLocked }` as Sequelize, TypeORM and Prisma take it. */
export function readOptions(draft: Draft, options: ts.Expression | undefined, context: BuilderContext): void {
  const where = property(options, "where");
  if (where !== undefined) draft.where.push(...whereObject(where, context));
  const count = property(options, "take") ?? property(options, "limit");
  if (count !== undefined) draft.limitTo(valueOperand(count, context), spanOf(count));
  const offset = property(options, "skip") ?? property(options, "offset");
  if (offset !== undefined) draft.skip(valueOperand(offset, context));
  const order = property(options, "order") ?? property(options, "orderBy");
  if (order !== undefined) readOrder(draft, order, context);
  const lock = property(options, "lock") ?? property(options, "lockMode");
  if (lock !== undefined) readLock(draft, lock, context);
  const skips = property(options, "skipLocked");
  if (skips?.kind === ts.SyntaxKind.TrueKeyword) draft.waitFor("skip locked");
}

/** `lock: true`, `lock: t.LOCK.UPDATE`, `lock: "UPDATE"`, `lock: { mode: "pessimistic_write", onLocked: "skip_locked" }` */
function readLock(draft: Draft, node: ts.Expression, context: BuilderContext): void {
  const mode = property(node, "mode") ?? property(node, "level") ?? node;
  const strength = lockStrength(mode, context);
  if (strength === undefined) return;
  draft.lockRows(strength, spanOf(node));
  const onLocked = property(node, "onLocked");
  const locked = onLocked && staticValue(onLocked, context.bindings);
  if (locked === "skip_locked") draft.waitFor("skip locked");
  if (locked === "nowait") draft.waitFor("nowait");
}

/** What a mode of locking asks for; `undefined` where it locks nothing. */
export function lockStrength(node: ts.Expression, context: BuilderContext): Lock["strength"] | undefined {
  const filling = fillingOf(node, context.bindings);
  const word = typeof filling.value === "string" ? filling.value : filling.text;
  if (filling.value === true || /UPDATE$|pessimistic_(?:partial_)?write/i.test(word)) return "update";
  return /SHARE$|pessimistic_(?:partial_)?read/i.test(word) ? "share" : undefined;
}

/** `{ status: 0, id: { in: ids }, OR: [...] }`, with the operators of the three libraries. */
export function whereObject(node: ts.Expression, context: BuilderContext): Expression[] {
  const object = unwrap(node);
  const raw = rawCondition(object, context);
  if (raw !== undefined) return [raw];
  if (ts.isArrayLiteralExpression(object)) return [alternatives([...object.elements], context, spanOf(object))];
  if (ts.isCallExpression(object) && calledName(object) === "where") return [whereCall(object, context)];
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

/** `{ id: "ASC" }`, `[["id", "DESC"]]`, `sequelize.random()`, `[sequelize.fn("RAND")]` */
function readOrder(draft: Draft, node: ts.Expression, context: BuilderContext): void {
  const inner = unwrap(node);
  const raw = rawSortKeys(inner, context);
  if (raw !== undefined) draft.order.push(...raw);
  else if (ts.isArrayLiteralExpression(inner)) {
    const [first, second] = inner.elements;
    const isPair =
      first !== undefined && ts.isStringLiteralLike(first) && (second === undefined || ts.isStringLiteralLike(second));
    if (isPair)
      draft.order.push({
        expression: columnOf(first),
        descending: second !== undefined && /desc/i.test(second.getText()),
      });
    else for (const element of inner.elements) readOrder(draft, element, context);
  } else if (ts.isObjectLiteralExpression(inner)) {
    for (const { column, value, span } of assignmentsOf(inner, context)) {
      draft.order.push({
        expression: { kind: "column", table: undefined, name: column, span },
        descending: /desc/i.test("text" in value ? value.text : "value" in value ? String(value.value) : ""),
      });
    }
  } else if (ts.isCallExpression(inner))
    draft.order.push({ expression: functionCall(inner, context), descending: false });
}

/** `sequelize.random()`, `fn("RAND")` */
function functionCall(call: ts.CallExpression, context: BuilderContext): CallExpression {
  const [first] = call.arguments;
  const named =
    calledName(call) === "fn" && first !== undefined ? staticValue(first, context.bindings) : calledName(call);
  return { kind: "call", name: typeof named === "string" ? named.toLowerCase() : "", args: [], span: spanOf(call) };
}

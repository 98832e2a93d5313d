import { ts } from "ts-morph";
import type { BinaryExpression, Expression } from "../../facts/expression.js";
import type { Assignment, TableUse } from "../../facts/statement.js";
import type { Span } from "../../source.js";
import { readCondition, readSortKeys } from "../../sql/read.js";
import { boundValues } from "../bound-values.js";
import { calledName, innerSpan, keyOf, spanOf, unwrap } from "../nodes.js";
import { isSqlTag } from "../tags.js";
import { fillingOf } from "../values.js";
import type { BuilderContext } from "./chain.js";

/** `"t.status"` as a column; its place is what stands between the quotes. */
export function columnOf(node: ts.Expression): Expression {
  const inner = unwrap(node);
  if (!ts.isStringLiteralLike(inner)) return { kind: "unknown", span: spanOf(node) };
  const parts = inner.text.split(".");
  const name = parts.at(-1)!.trim().split(/\s+/)[0]!;
  return { kind: "column", table: parts.at(-2), name, span: innerSpan(inner) };
}

/** A value given to a builder: what is written there, a list, or SQL in a tagged template or `raw()` call. */
export function valueOperand(node: ts.Expression, context: BuilderContext): Expression {
  const inner = unwrap(node);
  const raw = rawCondition(inner, context);
  if (raw !== undefined) return raw;
  if (ts.isArrayLiteralExpression(inner))
    return { kind: "list", items: inner.elements.map((e) => valueOperand(e, context)), span: spanOf(inner) };
  const filling = fillingOf(inner, context.bindings);
  const isLiteral =
    ts.isStringLiteralLike(inner) || ts.isNumericLiteral(inner) || inner.kind === ts.SyntaxKind.NullKeyword;
  if (isLiteral && filling.value !== undefined) return { kind: "value", value: filling.value, span: spanOf(inner) };
  return { kind: "parameter", ...filling, span: spanOf(inner) };
}

/** SQL text as one condition: a tagged template, or `knex.raw("...", [...])`. */
export function rawCondition(node: ts.Expression, context: BuilderContext): Expression | undefined {
  const text = rawText(node, context);
  if (text === undefined) return undefined;
  const sql = context.resolver.resolve(text.node);
  const parts = sql && readCondition(sql, boundValues(text.values, context.bindings));
  return parts && both(parts, spanOf(node));
}

export interface RawText {
  readonly node: ts.Expression;
  readonly values: ts.Expression | undefined;
}

export function rawText(node: ts.Expression, context: BuilderContext): RawText | undefined {
  const inner = unwrap(node);
  if (ts.isTaggedTemplateExpression(inner) && isSqlTag(inner.tag, context.bindings))
    return { node: inner, values: undefined };
  if (ts.isIdentifier(inner)) {
    const held = context.bindings.find(inner)?.initializer;
    return held !== undefined && !ts.isIdentifier(unwrap(held)) ? rawText(held, context) : undefined;
  }
  if (!ts.isCallExpression(inner) || inner.arguments.length === 0) return undefined;
  const name = calledName(inner);
  if (name === "raw" || name === "literal") return { node: inner.arguments[0]!, values: inner.arguments[1] };
  return name === "as" && ts.isPropertyAccessExpression(inner.expression)
    ? rawText(inner.expression.expression, context)
    : undefined;
}

/** Sort keys that are SQL text: a tagged template or `raw()`. */
export function rawSortKeys(node: ts.Expression, context: BuilderContext): ReturnType<typeof readSortKeys> | undefined {
  const text = rawText(node, context);
  const sql = text && context.resolver.resolve(text.node);
  return sql && readSortKeys(sql);
}

export function compare(left: Expression, operator: string, right: Expression, span: Span): BinaryExpression {
  const spelled = operator
    .toLowerCase()
    .replace(/^(is|in|like|between) not$/, "not $1")
    .replace(/^is not$/, "not is");
  const usual: Readonly<Record<string, string>> = {
    "==": "=",
    "===": "=",
    "<>": "!=",
    "not in": "not in",
    "is not": "not is",
  };
  return { kind: "binary", operator: usual[spelled] ?? spelled, left, right, span };
}

/** `{ status: 0, id: [1, 2] }` as conditions. */
export function conditionsOfObject(node: ts.ObjectLiteralExpression, context: BuilderContext): Expression[] {
  return assignmentsOf(node, context).map(({ column, value, span }) => {
    const left: Expression = {
      kind: "column",
      table: undefined,
      name: column,
      span: { start: span.start, end: span.start + column.length },
    };
    return compare(left, value.kind === "list" ? "in" : "=", value, span);
  });
}

/** `{ status: 1, claim_token: token }` as assignments. */
export function assignmentsOf(node: ts.ObjectLiteralExpression, context: BuilderContext): Assignment[] {
  return node.properties.flatMap((entry): Assignment[] => {
    if (ts.isShorthandPropertyAssignment(entry)) {
      return [{ column: entry.name.text, value: valueOperand(entry.name, context), span: spanOf(entry) }];
    }
    const column = ts.isPropertyAssignment(entry) ? keyOf(entry.name) : undefined;
    if (!ts.isPropertyAssignment(entry) || column === undefined) return [];
    return [
      { column: column.split(".").at(-1)!, value: valueOperand(entry.initializer, context), span: spanOf(entry) },
    ];
  });
}

/** `"db.task as t"` */
export function tableOf(node: ts.Expression | undefined, context: BuilderContext): TableUse | undefined {
  if (node === undefined) return undefined;
  const filling = fillingOf(node, context.bindings);
  if (typeof filling.value !== "string") return { name: undefined, alias: undefined, span: spanOf(node) };
  const [path = "", alias] = filling.value.split(/\s+as\s+|\s+/i);
  return { name: path.split(".").at(-1), alias, span: spanOf(node) };
}

/** Several conditions as one. */
export function both(parts: readonly Expression[], span: Span): Expression {
  const [first, ...rest] = parts;
  if (first === undefined) return { kind: "unknown", span };
  return rest.reduce<Expression>((left, right) => ({ kind: "binary", operator: "and", left, right, span }), first);
}

/** What a function returns, where it has one return. */
export function returned(fn: ts.FunctionLikeDeclaration): ts.Expression | undefined {
  const { body } = fn;
  if (body === undefined) return undefined;
  return ts.isBlock(body) ? body.statements.find(ts.isReturnStatement)?.expression : (body as ts.Expression);
}

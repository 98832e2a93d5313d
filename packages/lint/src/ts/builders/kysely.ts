import { ts } from "ts-morph";
import { conjuncts, type Expression } from "../../facts/expression.js";
import type { Verb } from "../../facts/statement.js";
import { calledName, isFunctionNode, spanOf, unwrap } from "../nodes.js";
import { type BuilderContext, type BuilderReader, callSpan, type Link } from "./chain.js";
import { Draft } from "./draft.js";
import {
  assignmentsOf,
  both,
  columnOf,
  compare,
  conditionsOfObject,
  rawCondition,
  rawSortKeys,
  returned,
  tableOf,
  valueOperand,
} from "./operands.js";

const STARTS: Readonly<Record<string, Verb>> = {
  selectFrom: "select",
  updateTable: "update",
  deleteFrom: "delete",
  insertInto: "insert",
  replaceInto: "insert",
};

/** Kysely: `db.selectFrom("task").where("status", "=", 0).forUpdate().execute()`. */
export const readKysely: BuilderReader = (links, context) => {
  const start = links.findIndex((link) => Object.hasOwn(STARTS, link.name));
  if (start === -1) return undefined;
  const chain = links.slice(start);
  const draft = new Draft();
  draft.verb = STARTS[chain[0]!.name]!;
  const first = chain[0]!.args[0];
  const tables = first !== undefined && ts.isArrayLiteralExpression(first) ? [...first.elements] : [first];
  for (const table of tables.map((node) => tableOf(node, context))) if (table !== undefined) draft.tables.push(table);
  for (const link of chain.slice(1)) readLink(draft, link, context);
  return draft.build(spanOf(links.at(-1)!.call));
};

function readLink(draft: Draft, link: Link, context: BuilderContext): void {
  const [first, second] = link.args;
  switch (link.name) {
    case "where":
    case "having":
      draft[link.name].push(...readWhere(link, context));
      return;
    case "whereRef":
      if (link.args.length === 3)
        draft.where.push(compare(columnOf(first!), operatorOf(second!), columnOf(link.args[2]!), argumentsSpan(link)));
      return;
    case "set":
      readSet(draft, link, context);
      return;
    case "orderBy":
      if (first !== undefined) readOrderBy(draft, first, second, context);
      return;
    case "limit":
      if (first !== undefined) draft.limitTo(valueOperand(first, context), callSpan(link));
      return;
    case "offset":
      if (first !== undefined) draft.skip(valueOperand(first, context));
      return;
    case "groupBy":
      draft.grouped = true;
      return;
    case "forUpdate":
    case "forShare":
      draft.lockRows(link.name === "forUpdate" ? "update" : "share", callSpan(link));
      return;
    case "skipLocked":
      draft.waitFor("skip locked");
      return;
    case "noWait":
      draft.waitFor("nowait");
      return;
    default:
      if (/Join$/.test(link.name)) {
        const table = tableOf(first, context);
        if (table !== undefined) draft.tables.push(table);
      }
  }
}

function readWhere(link: Link, context: BuilderContext): readonly Expression[] {
  const [first, second, third] = link.args;
  if (first === undefined) return [];
  if (second !== undefined && third !== undefined) {
    return [compare(operandOf(first, context), operatorOf(second), valueOperand(third, context), argumentsSpan(link))];
  }
  return conjuncts(expressionOf(first, context));
}

/** What an expression builder's call stands for: `eb("id", "%", 4)`, `eb.and([...])`, `eb => ...`, SQL text. */
function expressionOf(node: ts.Expression, context: BuilderContext): Expression {
  const inner = unwrap(node);
  if (isFunctionNode(inner)) return expressionOf(returned(inner) ?? node, context);
  const raw = rawCondition(inner, context);
  if (raw !== undefined) return raw;
  if (!ts.isCallExpression(inner)) return { kind: "unknown", span: spanOf(node) };
  const [first, second, third] = inner.arguments;
  const name = calledName(inner);
  if (first !== undefined && ["and", "or"].includes(name)) return combined(name, first, context, inner);
  if (first !== undefined && name === "not")
    return { kind: "unary", operator: "not", operand: expressionOf(first, context), span: spanOf(inner) };
  if (first !== undefined && second !== undefined && third !== undefined) {
    return compare(operandOf(first, context), operatorOf(second), operandOrValue(third, context), spanOf(inner));
  }
  return callOf(inner, context);
}

function combined(
  operator: string,
  first: ts.Expression,
  context: BuilderContext,
  call: ts.CallExpression,
): Expression {
  const list = unwrap(first);
  const span = spanOf(call);
  if (ts.isObjectLiteralExpression(list)) return both(conditionsOfObject(list, context), span);
  // `eb("a", "=", 1).and("b", "=", 2)`
  if (call.arguments.length === 3 && ts.isPropertyAccessExpression(call.expression)) {
    const right = compare(
      operandOf(first, context),
      operatorOf(call.arguments[1]!),
      valueOperand(call.arguments[2]!, context),
      span,
    );
    return { kind: "binary", operator, left: expressionOf(call.expression.expression, context), right, span };
  }
  if (!ts.isArrayLiteralExpression(list)) return { kind: "unknown", span };
  const parts = list.elements.map((element) => expressionOf(element, context));
  const [head, ...rest] = parts;
  if (head === undefined) return { kind: "unknown", span };
  return rest.reduce<Expression>((left, right) => ({ kind: "binary", operator, left, right, span }), head);
}

/** A left side: a column by its name, or an expression. */
function operandOf(node: ts.Expression, context: BuilderContext): Expression {
  return ts.isStringLiteralLike(unwrap(node)) ? columnOf(node) : expressionOf(node, context);
}

function operandOrValue(node: ts.Expression, context: BuilderContext): Expression {
  return ts.isCallExpression(unwrap(node)) ? expressionOf(node, context) : valueOperand(node, context);
}

/** `eb.fn("mod", ["id", n])`, `eb.ref("id")`, `eb.val(1)` */
function callOf(call: ts.CallExpression, context: BuilderContext): Expression {
  const [first, second] = call.arguments;
  const name = calledName(call);
  if (first !== undefined && name === "ref") return columnOf(first);
  if (first !== undefined && (name === "val" || name === "lit")) return valueOperand(first, context);
  if (name === "fn" && first !== undefined && ts.isStringLiteralLike(first)) {
    const list = second && unwrap(second);
    const args =
      list !== undefined && ts.isArrayLiteralExpression(list)
        ? list.elements.map((element) => operandOf(element, context))
        : [];
    return { kind: "call", name: first.text.toLowerCase(), args, span: spanOf(call) };
  }
  return { kind: "unknown", span: spanOf(call) };
}

function readSet(draft: Draft, link: Link, context: BuilderContext): void {
  const [first, second] = link.args;
  if (first === undefined) return;
  const inner = unwrap(first);
  const value = isFunctionNode(inner) ? returned(inner) : inner;
  const object = value && unwrap(value);
  if (object !== undefined && ts.isObjectLiteralExpression(object)) draft.sets.push(...assignmentsOf(object, context));
  else if (second !== undefined) {
    const column = columnOf(first);
    if (column.kind === "column")
      draft.sets.push({ column: column.name, value: valueOperand(second, context), span: argumentsSpan(link) });
  }
}

function readOrderBy(
  draft: Draft,
  node: ts.Expression,
  direction: ts.Expression | undefined,
  context: BuilderContext,
): void {
  const inner = unwrap(node);
  if (ts.isArrayLiteralExpression(inner)) {
    for (const element of inner.elements) readOrderBy(draft, element, undefined, context);
    return;
  }
  const raw = rawSortKeys(inner, context);
  if (raw !== undefined) draft.order.push(...raw);
  else if (ts.isStringLiteralLike(inner)) {
    const descending = /\sdesc$/i.test(inner.text) || (direction !== undefined && /desc/.test(direction.getText()));
    draft.order.push({ expression: columnOf(inner), descending });
  } else draft.order.push({ expression: expressionOf(inner, context), descending: false });
}

function operatorOf(node: ts.Expression): string {
  const inner = unwrap(node);
  return ts.isStringLiteralLike(inner) ? inner.text : "?";
}

function argumentsSpan(link: Link): { start: number; end: number } {
  return { start: link.args[0]!.getStart(), end: link.args.at(-1)!.end };
}

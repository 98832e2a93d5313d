import { ts } from "ts-morph";
import type { Expression } from "../../facts/expression.js";
import { readCondition, readSortKeys } from "../../sql/read.js";
import { boundValues } from "../bound-values.js";
import { isFunctionNode, spanOf, unwrap } from "../nodes.js";
import { type BuilderContext, type BuilderReader, callSpan, type Link, linksOf } from "./chain.js";
import { Draft } from "./draft.js";
import {
  assignmentsOf,
  both,
  columnOf,
  compare,
  conditionsOfObject,
  rawCondition,
  rawSortKeys,
  tableOf,
  valueOperand,
} from "./operands.js";

const TABLE_CALLS = ["from", "table", "into", "queryBuilder"];
/** A chain is one of Knex where it names its table as Knex does and has one of these. */
const OWN_CALLS =
  /^(?:and|or)?[wW]here(?:Raw|In|NotIn|Null|NotNull|Not|Between|Exists)?$|^(?:orderBy(?:Raw)?|first|del|update|insert|increment|decrement|pluck|forUpdate|forShare|skipLocked|havingRaw|select)$/;

/** Knex: `knex("task").where({ status: 0 }).orderByRaw("RAND()").forUpdate()`. */
export const readKnex: BuilderReader = (links, context) => {
  const table = links.find(namesTable);
  if (table === undefined || !links.some((link) => OWN_CALLS.test(link.name))) return undefined;
  const draft = new Draft();
  const use = tableOf(table.args[0], context);
  if (use !== undefined) draft.tables.push(use);
  for (const link of links) readLink(draft, link, context);
  return draft.build(spanOf(links.at(-1)!.call));
};

function namesTable(link: Link, index: number): boolean {
  const [first] = link.args;
  if (first === undefined || (link.name === "" ? index > 0 || link.args.length > 2 : !TABLE_CALLS.includes(link.name)))
    return false;
  const inner = unwrap(first);
  if (link.name !== "") return ts.isStringLiteralLike(inner) || ts.isIdentifier(inner);
  return ts.isStringLiteralLike(inner) && /^[\w.`]+(?:\s+as\s+\w+)?$/i.test(inner.text);
}

function readLink(draft: Draft, link: Link, context: BuilderContext): void {
  const [first, second] = link.args;
  if (/[wW]here/.test(link.name)) {
    readWhere(draft, link, context);
    return;
  }
  switch (link.name) {
    case "update":
    case "increment":
    case "decrement":
      draft.verb = "update";
      readUpdate(draft, link, context);
      return;
    case "del":
    case "delete":
      draft.verb = "delete";
      return;
    case "insert":
      draft.verb = "insert";
      return;
    case "first":
      draft.limitTo({ kind: "value", value: 1, span: spanOf(link.call) }, callSpan(link));
      return;
    case "limit":
      if (first !== undefined) draft.limitTo(valueOperand(first, context), callSpan(link));
      return;
    case "offset":
      if (first !== undefined) draft.skip(valueOperand(first, context));
      return;
    case "orderBy":
    case "orderByRaw":
      if (first !== undefined) readOrder(draft, first, second, link.name === "orderByRaw", context);
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
      if (/[jJ]oin$/.test(link.name)) {
        const table = tableOf(first, context);
        if (table !== undefined) draft.tables.push(table);
      }
  }
}

function readWhere(draft: Draft, link: Link, context: BuilderContext): void {
  const span = { start: link.args[0]?.getStart() ?? link.call.getStart(), end: link.args.at(-1)?.end ?? link.call.end };
  const parts = conditions(link, context, span);
  const negated = /Not(?:$|In|Null|Between)/.test(link.name) && !/NotIn|NotNull|NotBetween/.test(link.name);
  const all = negated ? [{ kind: "unary" as const, operator: "not", operand: both(parts, span), span }] : parts;
  if (link.name.startsWith("or")) draft.or(both(all, span), span);
  else draft.where.push(...all);
}

function conditions(link: Link, context: BuilderContext, span: { start: number; end: number }): readonly Expression[] {
  const [first, second, third] = link.args;
  if (first === undefined) return [];
  const inner = unwrap(first);
  if (link.name.endsWith("Raw")) {
    const sql = context.resolver.resolve(first);
    return sql === undefined ? [] : readCondition(sql, boundValues(second, context.bindings));
  }
  if (isFunctionNode(inner)) return nested(inner, context);
  if (ts.isObjectLiteralExpression(inner)) return conditionsOfObject(inner, context);
  const raw = rawCondition(inner, context);
  if (raw !== undefined && second === undefined) return [raw];
  const left = raw ?? columnOf(first);
  if (/Null$/.test(link.name)) {
    return [compare(left, /NotNull$/.test(link.name) ? "not is" : "is", { kind: "value", value: null, span }, span)];
  }
  if (second === undefined) return [];
  const by = /NotIn$/.test(link.name)
    ? "not in"
    : /In$/.test(link.name)
      ? "in"
      : /Between$/.test(link.name)
        ? "between"
        : undefined;
  if (by !== undefined) return [compare(left, by, valueOperand(second, context), span)];
  if (third === undefined) return [compare(left, "=", valueOperand(second, context), span)];
  const operator = unwrap(second);
  return [compare(left, ts.isStringLiteralLike(operator) ? operator.text : "?", valueOperand(third, context), span)];
}

/** `.where(function () { this.where(...).orWhere(...) })` */
function nested(fn: ts.FunctionLikeDeclaration, context: BuilderContext): readonly Expression[] {
  const draft = new Draft();
  const { body } = fn;
  if (body === undefined) return [];
  const calls = ts.isBlock(body)
    ? body.statements.flatMap((s) => (ts.isExpressionStatement(s) ? [s.expression] : []))
    : [body];
  for (const call of calls.map(unwrap)) {
    if (!ts.isCallExpression(call)) continue;
    for (const link of linksOf(call, context.bindings)) if (/[wW]here/.test(link.name)) readWhere(draft, link, context);
  }
  return draft.where;
}

function readUpdate(draft: Draft, link: Link, context: BuilderContext): void {
  const [first, second] = link.args;
  const inner = first && unwrap(first);
  if (inner === undefined) return;
  if (ts.isObjectLiteralExpression(inner)) draft.sets.push(...assignmentsOf(inner, context));
  else if (second !== undefined) {
    const column = columnOf(inner);
    if (column.kind === "column")
      draft.sets.push({ column: column.name, value: valueOperand(second, context), span: spanOf(inner) });
  }
}

function readOrder(
  draft: Draft,
  node: ts.Expression,
  direction: ts.Expression | undefined,
  raw: boolean,
  context: BuilderContext,
): void {
  const sql = raw ? context.resolver.resolve(node) : undefined;
  const keys = sql === undefined ? rawSortKeys(node, context) : readSortKeys(sql);
  if (keys !== undefined) draft.order.push(...keys);
  else
    draft.order.push({
      expression: columnOf(node),
      descending: direction !== undefined && /desc/i.test(direction.getText()),
    });
}

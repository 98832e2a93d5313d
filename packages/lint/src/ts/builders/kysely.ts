import { ts } from "ts-morph";
import { conjuncts, type Expression } from "../../facts/expression.js";
import type { Verb } from "../../facts/statement.js";
import { readClausesAlone } from "../../sql/read.js";
import { heldObject } from "../held-object.js";
import { isFunctionNode, spanOf, unwrap } from "../nodes.js";
import { type BuilderContext, type BuilderReader, callSpan, type Link } from "./chain.js";
import { Draft } from "./draft.js";
import { kyselyExpression, kyselyOperand, operatorOf } from "./kysely-expressions.js";
import { assignmentsOf, columnOf, compare, rawSortKeys, returned, tableOf, valueOperand } from "./operands.js";

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
    case "modifyEnd": {
      const sql = first && context.resolver.resolve(first);
      const lock = sql && readClausesAlone(sql)?.lock;
      if (lock !== undefined) draft.lockRows(lock.strength, lock.span);
      if (lock !== undefined) draft.waitFor(lock.wait);
      return;
    }
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
    return [
      compare(kyselyOperand(first, context), operatorOf(second), valueOperand(third, context), argumentsSpan(link)),
    ];
  }
  return conjuncts(kyselyExpression(first, context));
}

function readSet(draft: Draft, link: Link, context: BuilderContext): void {
  const [first, second] = link.args;
  if (first === undefined) return;
  const inner = unwrap(first);
  const value = isFunctionNode(inner) ? returned(inner) : inner;
  const object = value && heldObject(value, context.bindings);
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
  } else draft.order.push({ expression: kyselyExpression(inner, context), descending: false });
}

function argumentsSpan(link: Link): { start: number; end: number } {
  return { start: link.args[0]!.getStart(), end: link.args.at(-1)!.end };
}

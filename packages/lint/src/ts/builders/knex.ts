import { ts } from "ts-morph";
import type { TableUse } from "../../facts/statement.js";
import { readSortKeys } from "../../sql/read.js";
import { heldObject } from "../held-object.js";
import { receiver, spanOf, unwrap } from "../nodes.js";
import { type BuilderContext, type BuilderReader, callSpan, type Link } from "./chain.js";
import { Draft } from "./draft.js";
import { readKnexWhere } from "./knex-where.js";
import { assignmentsOf, columnOf, rawSortKeys, tableOf, valueOperand } from "./operands.js";

const TABLE_CALLS = ["from", "table", "into", "queryBuilder"];
/** A chain is one of Knex where it names its table as Knex does and has one of these. */
const OWN_CALLS =
  /^(?:and|or)?[wW]here(?:Raw|In|NotIn|Null|NotNull|Not|Between|Exists)?$|^(?:orderBy(?:Raw)?|first|del|update|insert|increment|decrement|pluck|forUpdate|forShare|skipLocked|havingRaw|select)$/;

/** Knex: `knex("task").where({ status: 0 }).orderByRaw("RAND()").forUpdate()`; Objection: `Task.query().where(...)`. */
export const readKnex: BuilderReader = (links, context) => {
  const table = links.find((link, index) => namesTable(link, index) || isModelQuery(link));
  if (table === undefined || !links.some((link) => OWN_CALLS.test(link.name))) return undefined;
  const draft = new Draft();
  const use = isModelQuery(table) ? modelOf(table) : tableOf(table.args[0], context);
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

/** `Task.query()`, `Task.query(trx)` */
function isModelQuery({ name, call, args }: Link): boolean {
  const model = receiver(call);
  if (name !== "query" || args.length > 1 || model === undefined || !/(?:^|\.)[A-Z]\w*$/.test(model.getText()))
    return false;
  return args[0] === undefined || ts.isIdentifier(unwrap(args[0]));
}

function modelOf({ call }: Link): TableUse {
  const model = receiver(call)!;
  return { name: model.getText().split(".").at(-1), alias: undefined, span: spanOf(model) };
}

function readLink(draft: Draft, link: Link, context: BuilderContext): void {
  const [first, second] = link.args;
  if (/[wW]here/.test(link.name)) {
    readKnexWhere(draft, link, context);
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

function readUpdate(draft: Draft, link: Link, context: BuilderContext): void {
  const [first, second] = link.args;
  const inner = first && heldObject(first, context.bindings);
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

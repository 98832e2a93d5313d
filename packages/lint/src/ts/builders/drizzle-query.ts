import { ts } from "ts-morph";
import { conjuncts } from "../../facts/expression.js";
import { property, receiver, spanOf } from "../nodes.js";
import type { BuilderReader } from "./chain.js";
import { Draft } from "./draft.js";
import { drizzleCondition, readSortKeys } from "./drizzle-expressions.js";
import { valueOperand } from "./operands.js";

/** Drizzle's relational queries: `db.query.tasks.findFirst({ where: eq(tasks.status, 0), orderBy: sql`RAND()` })`. */
export const readDrizzleQuery: BuilderReader = (links, context) => {
  const last = links.at(-1);
  if (last === undefined || !/^find(?:First|Many)$/.test(last.name)) return undefined;
  const table = receiver(last.call);
  if (table === undefined || !ts.isPropertyAccessExpression(table) || !ts.isPropertyAccessExpression(table.expression))
    return undefined;
  if (table.expression.name.text !== "query") return undefined;
  const [options] = last.args;
  const draft = new Draft();
  draft.tables.push({ name: table.name.text, alias: undefined, span: spanOf(table.name) });
  const [where, order, limit] = ["where", "orderBy", "limit"].map((key) => property(options, key));
  if (where !== undefined) draft.where.push(...conjuncts(drizzleCondition(where, context)));
  if (order !== undefined) readSortKeys(draft, order, context);
  if (limit !== undefined) draft.limitTo(valueOperand(limit, context), spanOf(limit));
  if (last.name === "findFirst")
    draft.limitTo({ kind: "value", value: 1, span: spanOf(table.name) }, spanOf(table.name));
  return draft.build(spanOf(last.call));
};

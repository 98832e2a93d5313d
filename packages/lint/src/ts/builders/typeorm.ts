import { ts } from "ts-morph";
import type { Expression } from "../../facts/expression.js";
import { readCondition, readSortKeys } from "../../sql/read.js";
import { boundValues } from "../bound-values.js";
import { heldObject } from "../held-object.js";
import { spanOf, unwrap } from "../nodes.js";
import { staticValue } from "../values.js";
import { type BuilderContext, type BuilderReader, callSpan, type Link } from "./chain.js";
import { Draft } from "./draft.js";
import { lockStrength } from "./model-options.js";
import { assignmentsOf, both, valueOperand } from "./operands.js";
import { entityOf } from "./typeorm-repository.js";
import { whereObject } from "./where-object.js";

/** TypeORM: `repo.createQueryBuilder("t").where("t.status = :s", { s: 0 }).setLock("pessimistic_write")`. */
export const readTypeormBuilder: BuilderReader = (links, context) => {
  const start = links.findIndex((link) => link.name === "createQueryBuilder");
  if (start === -1) return undefined;
  const draft = new Draft();
  draft.tables.push(entityOf(links[start]!, context));
  for (const link of links.slice(start + 1)) readLink(draft, link, context);
  return draft.build(spanOf(links.at(-1)!.call));
};

function readLink(draft: Draft, link: Link, context: BuilderContext): void {
  const [first] = link.args;
  switch (link.name) {
    case "update":
      draft.verb = "update";
      if (first !== undefined && ts.isIdentifier(unwrap(first)))
        draft.tables[0] = { name: first.getText(), alias: undefined, span: spanOf(first) };
      return;
    case "delete":
      draft.verb = "delete";
      return;
    case "from":
      if (first !== undefined) draft.tables[0] = { name: first.getText(), alias: undefined, span: spanOf(first) };
      return;
    case "set": {
      const values = first && heldObject(first, context.bindings);
      if (values !== undefined && ts.isObjectLiteralExpression(values))
        draft.sets.push(...assignmentsOf(values, context));
      return;
    }
    case "where":
    case "andWhere":
      draft.where.push(...conditions(link, context));
      return;
    case "orWhere":
      draft.or(both(conditions(link, context), spanOf(link.call)), spanOf(link.call));
      return;
    case "whereInIds":
      draft.where.push({ kind: "unknown", span: callSpan(link) });
      return;
    case "orderBy":
    case "addOrderBy": {
      const sql = first && context.resolver.resolve(first);
      if (sql !== undefined) draft.order.push(...readSortKeys(sql));
      return;
    }
    case "take":
    case "limit":
      if (first !== undefined) draft.limitTo(valueOperand(first, context), callSpan(link));
      return;
    case "getOne":
      draft.limitTo({ kind: "value", value: 1, span: callSpan(link) }, callSpan(link));
      return;
    case "skip":
    case "offset":
      if (first !== undefined) draft.skip(valueOperand(first, context));
      return;
    case "setLock": {
      const strength = first && lockStrength(first, context);
      if (strength !== undefined) draft.lockRows(strength, callSpan(link));
      return;
    }
    case "setOnLocked":
      if (first !== undefined && staticValue(first, context.bindings) === "skip_locked") draft.waitFor("skip locked");
      return;
    case "groupBy":
      draft.grouped = true;
  }
}

function conditions(link: Link, context: BuilderContext): readonly Expression[] {
  const [first, second] = link.args;
  if (first === undefined) return [];
  const inner = unwrap(first);
  if (ts.isObjectLiteralExpression(inner)) return whereObject(inner, context);
  const sql = context.resolver.resolve(first);
  return sql === undefined
    ? [{ kind: "unknown", span: spanOf(first) }]
    : readCondition(sql, boundValues(second, context.bindings));
}

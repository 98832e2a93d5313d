import { ts } from "ts-morph";
import type { Expression } from "../../facts/expression.js";
import { readCondition } from "../../sql/read.js";
import { boundValues } from "../bound-values.js";
import { isFunctionNode, unwrap } from "../nodes.js";
import { type BuilderContext, type Link, linksOf } from "./chain.js";
import { Draft } from "./draft.js";
import { both, columnOf, compare, conditionsOfObject, rawCondition, valueOperand } from "./operands.js";

/** `.where("status", 0)`, `.orWhereIn(...)`, `.whereRaw("id % ? = ?", [...])`, `.where({ status: 0 })`, `.where(function () { ... })` */
export function readKnexWhere(draft: Draft, link: Link, context: BuilderContext): void {
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
        : /Like$/.test(link.name)
          ? "like"
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
    for (const link of linksOf(call, context.bindings))
      if (/[wW]here/.test(link.name)) readKnexWhere(draft, link, context);
  }
  return draft.where;
}

import { ts } from "ts-morph";
import type { Expression } from "../../facts/expression.js";
import { calledName, isFunctionNode, spanOf, unwrap } from "../nodes.js";
import type { BuilderContext } from "./chain.js";
import { both, columnOf, compare, conditionsOfObject, rawCondition, returned, valueOperand } from "./operands.js";

/** What an expression builder's call stands for: `eb("id", "%", 4)`, `eb.and([...])`, `eb => ...`, SQL text. */
export function kyselyExpression(node: ts.Expression, context: BuilderContext): Expression {
  const inner = unwrap(node);
  if (isFunctionNode(inner)) return kyselyExpression(returned(inner) ?? node, context);
  const raw = rawCondition(inner, context);
  if (raw !== undefined) return raw;
  if (!ts.isCallExpression(inner)) return { kind: "unknown", span: spanOf(node) };
  const [first, second, third] = inner.arguments;
  const name = calledName(inner);
  if (first !== undefined && ["and", "or"].includes(name)) return combined(name, first, context, inner);
  if (first !== undefined && name === "not")
    return { kind: "unary", operator: "not", operand: kyselyExpression(first, context), span: spanOf(inner) };
  if (first !== undefined && second !== undefined && third !== undefined) {
    return compare(kyselyOperand(first, context), operatorOf(second), operandOrValue(third, context), spanOf(inner));
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
      kyselyOperand(first, context),
      operatorOf(call.arguments[1]!),
      valueOperand(call.arguments[2]!, context),
      span,
    );
    return { kind: "binary", operator, left: kyselyExpression(call.expression.expression, context), right, span };
  }
  if (!ts.isArrayLiteralExpression(list)) return { kind: "unknown", span };
  const parts = list.elements.map((element) => kyselyExpression(element, context));
  const [head, ...rest] = parts;
  if (head === undefined) return { kind: "unknown", span };
  return rest.reduce<Expression>((left, right) => ({ kind: "binary", operator, left, right, span }), head);
}

/** A left side: a column by its name, or an expression. */
export function kyselyOperand(node: ts.Expression, context: BuilderContext): Expression {
  return ts.isStringLiteralLike(unwrap(node)) ? columnOf(node) : kyselyExpression(node, context);
}

function operandOrValue(node: ts.Expression, context: BuilderContext): Expression {
  return ts.isCallExpression(unwrap(node)) ? kyselyExpression(node, context) : valueOperand(node, context);
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
        ? list.elements.map((element) => kyselyOperand(element, context))
        : [];
    return { kind: "call", name: first.text.toLowerCase(), args, span: spanOf(call) };
  }
  return { kind: "unknown", span: spanOf(call) };
}

export function operatorOf(node: ts.Expression): string {
  const inner = unwrap(node);
  return ts.isStringLiteralLike(inner) ? inner.text : "?";
}

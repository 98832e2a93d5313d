import type { StaticScalar, StaticValue } from "@queuegen/model";
import { ts } from "ts-morph";
import { evaluateCall } from "./evaluate-call.js";
import { evaluateArray, evaluateObject } from "./evaluate-object.js";
import { evaluateAccess, evaluateName } from "./evaluate-reference.js";
import { applyBinary, applyUnary, type Scalar } from "./operators.js";
import { maxSize, notStatic, type Scope } from "./reading.js";
import { rangeOf } from "./source-range.js";
import { unwrap } from "./unwrap.js";

/** The value of an expression, read without running it. What cannot be read is told and comes back as unknown. */
export function evaluate(node: ts.Expression, scope: Scope): StaticValue {
  const plain = unwrap(node);
  if (ts.isStringLiteralLike(plain)) return scalar(plain.text, plain, scope);
  if (ts.isNumericLiteral(plain)) return scalar(Number(plain.text), plain, scope);
  if (ts.isBigIntLiteral(plain)) return scalar(BigInt(plain.text.slice(0, -1)), plain, scope);
  if (ts.isTemplateExpression(plain)) return evaluateTemplate(plain, scope);
  if (ts.isPrefixUnaryExpression(plain)) return evaluateUnary(plain, scope);
  if (ts.isBinaryExpression(plain)) return evaluateBinary(plain, scope);
  if (ts.isObjectLiteralExpression(plain)) return evaluateObject(plain, scope);
  if (ts.isArrayLiteralExpression(plain)) return evaluateArray(plain, scope);
  if (ts.isIdentifier(plain)) return evaluateName(plain, scope);
  if (ts.isPropertyAccessExpression(plain) || ts.isElementAccessExpression(plain)) return evaluateAccess(plain, scope);
  if (ts.isCallExpression(plain)) return evaluateCall(plain, scope);
  switch (plain.kind) {
    case ts.SyntaxKind.TrueKeyword:
      return scalar(true, plain, scope);
    case ts.SyntaxKind.FalseKeyword:
      return scalar(false, plain, scope);
    case ts.SyntaxKind.NullKeyword:
      return scalar(null, plain, scope);
    default:
      return notStatic(plain, scope, "is not known before the program runs");
  }
}

function scalar(value: Scalar, node: ts.Node, { module }: Scope): StaticScalar {
  return { kind: "scalar", value, at: rangeOf(node, module.source) };
}

function evaluateTemplate(node: ts.TemplateExpression, scope: Scope): StaticValue {
  let text = node.head.text;
  for (const { expression, literal } of node.templateSpans) {
    const value = evaluate(expression, scope);
    if (value.kind === "unknown") return { ...value, at: rangeOf(node, scope.module.source) };
    if (value.kind !== "scalar") return notStatic(expression, scope, "cannot be part of a text");
    text += String(value.value) + literal.text;
    if (text.length > maxSize) return notStatic(node, scope, "is too long a text");
  }
  return scalar(text, node, scope);
}

function evaluateUnary(node: ts.PrefixUnaryExpression, scope: Scope): StaticValue {
  const operand = evaluate(node.operand, scope);
  if (operand.kind === "unknown") return operand;
  const value = operand.kind === "scalar" ? applyUnary(node.operator, operand.value) : undefined;
  return value === undefined
    ? notStatic(node, scope, "uses an operator that a schema cannot use here")
    : scalar(value, node, scope);
}

function evaluateBinary(node: ts.BinaryExpression, scope: Scope): StaticValue {
  const left = evaluate(node.left, scope);
  const right = evaluate(node.right, scope);
  if (left.kind === "unknown" || right.kind === "unknown") {
    return { kind: "unknown", at: rangeOf(node, scope.module.source) };
  }
  const value =
    left.kind === "scalar" && right.kind === "scalar"
      ? applyBinary(node.operatorToken.kind, left.value, right.value)
      : undefined;
  if (value === undefined) return notStatic(node, scope, "uses an operator that a schema cannot use here");
  if (typeof value === "string" && value.length > maxSize) return notStatic(node, scope, "is too long a text");
  return scalar(value, node, scope);
}

import { ts } from "ts-morph";
import type { Filling, Scalar } from "../sql/sql-text.js";
import type { Bindings } from "./bindings.js";
import { keyOf, shortText, unwrap } from "./nodes.js";

/** What a hole or a bound value holds: the expression as written and, where the file tells it, its value. */
export function fillingOf(node: ts.Expression, bindings: Bindings): Filling {
  const value = staticValue(node, bindings);
  return value === undefined ? { text: shortText(node) } : { text: shortText(node), value };
}

/** Value of a literal, a const, a member of a const object or of an enum; `undefined` where the file does not tell it. */
export function staticValue(node: ts.Expression, bindings: Bindings, depth = 0): Scalar | undefined {
  const inner = unwrap(node);
  if (ts.isStringLiteralLike(inner)) return inner.text;
  if (ts.isNumericLiteral(inner)) return Number(inner.text);
  if (inner.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (inner.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (inner.kind === ts.SyntaxKind.NullKeyword) return null;
  if (
    ts.isPrefixUnaryExpression(inner) &&
    inner.operator === ts.SyntaxKind.MinusToken &&
    ts.isNumericLiteral(inner.operand)
  )
    return -Number(inner.operand.text);
  if (depth > 5) return undefined;
  if (ts.isIdentifier(inner)) {
    const declared = bindings.find(inner);
    const constant = declared?.initializer !== undefined && isConst(declared.node);
    return constant ? staticValue(declared.initializer, bindings, depth + 1) : undefined;
  }
  return ts.isPropertyAccessExpression(inner) ? memberValue(inner, bindings, depth) : undefined;
}

function isConst(node: ts.Node): boolean {
  return ts.isVariableDeclaration(node) && (ts.getCombinedNodeFlags(node) & ts.NodeFlags.Const) !== 0;
}

/** `Status.Pending` where `Status` is a const object or an enum of this file. */
function memberValue(node: ts.PropertyAccessExpression, bindings: Bindings, depth: number): Scalar | undefined {
  if (!ts.isIdentifier(node.expression)) return undefined;
  const declared = bindings.find(node.expression);
  const object = declared?.initializer && unwrap(declared.initializer);
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return undefined;
  for (const entry of object.properties) {
    if (ts.isPropertyAssignment(entry) && keyOf(entry.name) === node.name.text)
      return staticValue(entry.initializer, bindings, depth + 1);
  }
  return undefined;
}

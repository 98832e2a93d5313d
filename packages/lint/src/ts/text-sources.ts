import { ts } from "ts-morph";
import type { Bindings } from "./bindings.js";
import { property, unwrap } from "./nodes.js";

/** The value of `SQL.claim` of a const object, of `this.claim` or `Jobs.claim` of a class of this file. */
export function memberValue(node: ts.PropertyAccessExpression, bindings: Bindings): ts.Expression | undefined {
  const key = node.name.text;
  const object = unwrap(node.expression);
  const owner = object.kind === ts.SyntaxKind.ThisKeyword ? ts.findAncestor(node, ts.isClassLike) : undefined;
  const declared = ts.isIdentifier(object) ? bindings.find(object) : undefined;
  if (declared?.initializer !== undefined) return property(declared.initializer, key);
  const holder = owner ?? declared?.node;
  if (holder === undefined || !ts.isClassLike(holder)) return undefined;
  const field = holder.members.find(
    (m) => ts.isPropertyDeclaration(m) && ts.isIdentifier(m.name) && m.name.text === key,
  );
  return field !== undefined && ts.isPropertyDeclaration(field) ? field.initializer : undefined;
}

/** `sql.raw("...")`, `sql.ref("...")`, `Prisma.raw("...")`: text as it stands. */
export function isRaw(call: ts.CallExpression): boolean {
  const callee = unwrap(call.expression);
  if (!ts.isPropertyAccessExpression(callee) || !ts.isIdentifier(callee.expression)) return false;
  return (
    ["sql", "Prisma", "SQL"].includes(callee.expression.text) &&
    ["raw", "ref", "table", "id", "identifier", "lit"].includes(callee.name.text)
  );
}

/** The operands of a chain of `+`, left to right; `undefined` for any other operator. */
export function operands(node: ts.BinaryExpression): ts.Expression[] | undefined {
  const parts: ts.Expression[] = [];
  let left: ts.Expression = node;
  while (ts.isBinaryExpression(left) && left.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    parts.push(left.right);
    left = unwrap(left.left);
  }
  return parts.length === 0 ? undefined : [left, ...parts.reverse()];
}

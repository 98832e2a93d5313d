import { ts } from "ts-morph";
import type { Bindings, Declared } from "./bindings.js";
import { unwrap } from "./nodes.js";

const changed = new WeakMap<Declared, boolean>();

/** The object literal that a variable holds for good, else the expression itself: `const data = { status: 1 }; update(data)`. */
export function heldObject(node: ts.Expression, bindings: Bindings): ts.Expression {
  const inner = unwrap(node);
  const declared = ts.isIdentifier(inner) ? bindings.find(inner) : undefined;
  if (declared?.kind !== "variable" || declared.initializer === undefined) return inner;
  const held = unwrap(declared.initializer);
  if (!ts.isObjectLiteralExpression(held) || isChanged(declared, bindings)) return inner;
  return held;
}

/** Written anew, or given keys later: `where.status = 0`, `Object.assign(where, ...)`. */
function isChanged(declared: Declared, bindings: Bindings): boolean {
  const known = changed.get(declared);
  if (known !== undefined) return known;
  const name = declared.name.replaceAll("$", "\\$");
  const change = new RegExp(
    `\\b${name}\\s*(?:\\.\\s*\\w+|\\[[^\\]]*\\])\\s*(?:[-+*/|&?]{0,2}=(?!=)|\\+\\+|--)|\\bassign\\(\\s*${name}\\b`,
  );
  const isWritten = bindings.assignmentsTo(declared, Number.MAX_SAFE_INTEGER).length > 0;
  const result = isWritten || change.test(declared.scope.getText());
  changed.set(declared, result);
  return result;
}

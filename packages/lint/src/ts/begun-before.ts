import { ts } from "ts-morph";
import type { Bindings } from "./bindings.js";
import { calledName, isFunctionNode, receiver, unwrap } from "./nodes.js";

/** So many calls of one promise are looked at. */
const MAX_CALLS = 10;

/** `Promise.all(sent)`, `Promise.allSettled([a, b])`: waits for what it is given. */
export function isGathering(call: ts.CallExpression): boolean {
  const object = receiver(call);
  return (
    object !== undefined &&
    ts.isIdentifier(object) &&
    object.text === "Promise" &&
    /^(?:all|allSettled|race|any)$/.test(calledName(call))
  );
}

/** The calls whose promises the variables of an awaited expression hold: `sent`, `Promise.all([sent, other])`. */
export function begunBefore(awaited: ts.Expression, bindings: Bindings): [ts.Identifier, ts.CallExpression][] {
  const inner = unwrap(awaited);
  if (ts.isIdentifier(inner)) return callsHeld(inner, bindings).map((call) => [inner, call]);
  if (!ts.isCallExpression(inner) || !isGathering(inner)) return [];
  const [list] = inner.arguments;
  const promises = list === undefined ? [] : ts.isArrayLiteralExpression(unwrap(list)) ? elements(list) : [list];
  return promises.flatMap((one): [ts.Identifier, ts.CallExpression][] => {
    const name = unwrap(one);
    return ts.isIdentifier(name) ? callsHeld(name, bindings).map((call) => [name, call]) : [];
  });
}

function elements(list: ts.Expression): readonly ts.Expression[] {
  const inner = unwrap(list);
  return ts.isArrayLiteralExpression(inner) ? inner.elements : [];
}

/** Calls whose promise, or list of promises, the variable was declared with; those that were awaited there are over. */
function callsHeld(name: ts.Identifier, bindings: Bindings): readonly ts.CallExpression[] {
  const declared = bindings.find(name);
  if (declared?.kind !== "variable" || declared.initializer === undefined) return [];
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isAwaitExpression(node) || calls.length >= MAX_CALLS) return;
    // Of a function that is handed over only what it returns counts: `rows.map((row) => fetch(row.url))`.
    if (isFunctionNode(node)) {
      if (node.body !== undefined) ts.forEachChild(node.body, inside);
      if (node.body !== undefined && !ts.isBlock(node.body)) visit(node.body);
      return;
    }
    if (ts.isCallExpression(node)) calls.push(node);
    ts.forEachChild(node, visit);
  };
  const inside = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression !== undefined) visit(node.expression);
    // An async callback waits for its calls, and whoever waits for it waits for them.
    else if (ts.isAwaitExpression(node)) visit(node.expression);
    else ts.forEachChild(node, inside);
  };
  visit(unwrap(declared.initializer));
  return calls;
}

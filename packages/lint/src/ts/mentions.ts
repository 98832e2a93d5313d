import { ts } from "ts-morph";
import type { Bindings } from "./bindings.js";
import type { OpenTransaction } from "./lock-state.js";
import { isFunctionNode, rootName } from "./nodes.js";

/** True where a call (or a tagged template, with what it is handed to) uses the transaction's connection, or something made from it. */
export function isOn(node: ts.Node, transaction: OpenTransaction, bindings: Bindings): boolean {
  if (transaction.names.length === 0) return true;
  return mentions(withExecutor(node), transaction.names, bindings, 0);
}

/** Of `` sql`...`.execute(trx) `` the whole call. */
function withExecutor(node: ts.Node): ts.Node {
  if (!ts.isTaggedTemplateExpression(node) || !ts.isPropertyAccessExpression(node.parent)) return node;
  return ts.isCallExpression(node.parent.parent) ? node.parent.parent : node;
}

/** True where one of the names, or something made from it, stands in `node`. */
export function mentions(node: ts.Node, names: readonly string[], bindings: Bindings, depth: number): boolean {
  if (isFunctionNode(node)) return false;
  if (ts.isIdentifier(node)) return names.includes(node.text) || isMadeFrom(node, names, bindings, depth);
  if (ts.isPropertyAccessExpression(node)) {
    if (names.includes(rootName(node) ?? "")) return true;
    return mentions(node.expression, names, bindings, depth);
  }
  return ts.forEachChild(node, (child) => mentions(child, names, bindings, depth) || undefined) ?? false;
}

/** `const repo = manager.getRepository(Task)`: a handle made from the connection. What was awaited is data, not a handle. */
function isMadeFrom(name: ts.Identifier, names: readonly string[], bindings: Bindings, depth: number): boolean {
  if (depth > 2 || (ts.isPropertyAccessExpression(name.parent) && name.parent.name === name)) return false;
  const made = bindings.find(name)?.initializer;
  return (
    made !== undefined &&
    !ts.isAwaitExpression(made) &&
    !isFunctionNode(made) &&
    mentions(made, names, bindings, depth + 1)
  );
}

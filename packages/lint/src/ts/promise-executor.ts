import { ts } from "ts-morph";
import type { Bindings } from "./bindings.js";
import { isInlineFunction } from "./nodes.js";
import { speedOf } from "./slow-calls.js";

/** The slow call of `new Promise((resolve) => { spawn(...).on("exit", resolve); })`: the executor runs at once, and the promise ends when the call does. */
export function slowCallOf(node: ts.NewExpression, bindings: Bindings): ts.CallExpression | undefined {
  const [executor] = node.arguments ?? [];
  if (!ts.isIdentifier(node.expression) || node.expression.text !== "Promise" || executor === undefined)
    return undefined;
  if (!isInlineFunction(executor)) return undefined;
  const visit = (at: ts.Node): ts.CallExpression | undefined => {
    if (ts.isCallExpression(at) && speedOf(at, bindings) === "slow") return at;
    return ts.forEachChild(at, visit);
  };
  return visit(executor.body);
}

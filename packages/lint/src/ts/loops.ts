import type { ts } from "ts-morph";
import type { LoopPlace } from "../facts/code.js";
import { spanOf } from "./nodes.js";

/** Of `do` the head is the word alone. */
export function loopPlace(node: ts.IterationStatement): LoopPlace {
  const start = node.getStart();
  const end = node.statement.getFullStart();
  return { head: { start, end: end > start ? end : start + 2 }, whole: spanOf(node) };
}

/** `rows.forEach(...)` */
export function callbackLoopPlace(call: ts.CallExpression): LoopPlace {
  return { head: spanOf(call.expression), whole: spanOf(call) };
}

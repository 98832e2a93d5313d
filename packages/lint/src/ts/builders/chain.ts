import { ts } from "ts-morph";
import type { Statement } from "../../facts/statement.js";
import type { Span } from "../../source.js";
import type { Bindings } from "../bindings.js";
import { unwrap, unwrapAwait } from "../nodes.js";
import type { TextResolver } from "../resolve-text.js";

export interface BuilderContext {
  readonly bindings: Bindings;
  readonly resolver: TextResolver;
}

/** Reads a chain of calls; `undefined` where it is not one of its library. */
export type BuilderReader = (links: readonly Link[], context: BuilderContext) => Statement | undefined;

/** One call of a chain: `.where("status", "=", 0)`. `name` is empty for the call of a plain function: `knex("task")`. */
export interface Link {
  readonly name: string;
  readonly args: readonly ts.Expression[];
  readonly call: ts.CallExpression;
}

/** The calls of a chain in the order they are made; variables that hold its beginning are followed. */
export function linksOf(call: ts.CallExpression, bindings: Bindings): readonly Link[] {
  const links: Link[] = [];
  let at: ts.Expression = call;
  for (let steps = 0; steps < 500; steps += 1) {
    if (ts.isCallExpression(at)) {
      const callee: ts.Expression = unwrap(at.expression);
      const isMember = ts.isPropertyAccessExpression(callee);
      links.push({ name: isMember ? callee.name.text : "", args: at.arguments, call: at });
      // `knex("task")`: what `knex` was made by is no part of the chain.
      if (!isMember && ts.isIdentifier(callee)) break;
      at = isMember ? unwrapAwait(callee.expression) : callee;
    } else if (ts.isIdentifier(at)) {
      const before = heldChain(at, bindings);
      if (before === undefined) break;
      at = before;
    } else if (ts.isPropertyAccessExpression(at)) at = unwrapAwait(at.expression);
    else break;
  }
  return links.reverse();
}

/** The chain that a variable holds where it is used: what was assigned last, else its initializer. */
function heldChain(use: ts.Identifier, bindings: Bindings): ts.Expression | undefined {
  const declared = bindings.find(use);
  if (declared?.kind !== "variable") return undefined;
  const last = bindings.assignmentsTo(declared, use.pos).at(-1);
  const held = last === undefined ? declared.initializer : last.node.right;
  // A variable inside its own initializer would go round in circles.
  if (held === undefined || (held.pos <= use.pos && use.end <= held.end)) return undefined;
  const chain = unwrap(held);
  return ts.isCallExpression(chain) ? chain : undefined;
}

/** From the name of the call to its closing parenthesis. */
export function callSpan(link: Link): Span {
  const callee = unwrap(link.call.expression);
  const start = ts.isPropertyAccessExpression(callee) ? callee.name.getStart() : callee.getStart();
  return { start, end: link.call.end };
}

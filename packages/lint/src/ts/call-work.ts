import { ts } from "ts-morph";
import type { HeldWork } from "../facts/code.js";
import type { Bindings } from "./bindings.js";
import { ownFunction } from "./function-calls.js";
import { calledName, isFunctionNode, receiver, shortCall, spanOf, unwrap } from "./nodes.js";
import { slowCallOf } from "./promise-executor.js";
import { isSleep, speedOf } from "./slow-calls.js";

type Inside =
  | { readonly kind: "slow"; readonly text: string; readonly span: HeldWork["span"] }
  | { readonly kind: "quick" | "unknown" };

const MAX_CALLS_DEEP = 4;

/** Judges what a call does to a lock that is held meanwhile, looking into the functions of the same file. */
export class CallWork {
  private readonly bindings: Bindings;
  private readonly isStatement: (node: ts.Node) => boolean;
  private readonly seen = new Map<ts.Node, Inside>();

  constructor(bindings: Bindings, isStatement: (node: ts.Node) => boolean) {
    this.bindings = bindings;
    this.isStatement = isStatement;
  }

  /** `undefined` where the call is none of the lock's business. `onConnection`: it uses the transaction's connection. */
  judge(call: ts.CallExpression, onConnection: boolean): HeldWork | undefined {
    if (this.isPartOfStatement(call)) return undefined;
    const inside = this.inside(call, 0);
    const found = { text: shortCall(call), span: spanOf(call), inside: undefined };
    if (inside?.kind === "slow") return { ...found, speed: "slow", inside: { text: inside.text, span: inside.span } };
    if (inside?.kind === "quick") return undefined;
    const speed = speedOf(call, this.bindings);
    if (speed === "pure" || (onConnection && speed !== "slow")) return undefined;
    return { ...found, speed };
  }

  /** A statement, or a call in the chain that builds one. */
  private isPartOfStatement(call: ts.CallExpression): boolean {
    for (let at: ts.Node = call; ; at = at.parent) {
      if (this.isStatement(at)) return true;
      const { parent } = at;
      const goesOn =
        (ts.isPropertyAccessExpression(parent) && parent.expression === at) ||
        (ts.isCallExpression(parent) && parent.expression === at);
      if (!goesOn) return false;
    }
  }

  /** What the function called does, where this file has it. */
  private inside(call: ts.CallExpression, depth: number): Inside | undefined {
    const fn = ownFunction(call, this.bindings);
    if (fn === undefined || depth > MAX_CALLS_DEEP) return undefined;
    const known = this.seen.get(fn);
    if (known !== undefined) return known;
    // A function that calls itself is not judged by its own call.
    this.seen.set(fn, { kind: "quick" });
    const result = this.body(fn, depth);
    this.seen.set(fn, result);
    return result;
  }

  private body(fn: ts.FunctionLikeDeclaration, depth: number): Inside {
    let waits = false;
    const slow = (node: ts.Node): Inside | undefined => {
      if (isFunctionNode(node) && !isCallback(node)) return undefined;
      if (ts.isNewExpression(node)) {
        if (isSleep(node)) return { kind: "slow", text: "setTimeout(...)", span: spanOf(node) };
        const call = slowCallOf(node, this.bindings);
        if (call !== undefined) return { kind: "slow", text: shortCall(call), span: spanOf(call) };
      }
      if (ts.isCallExpression(node) && isWaitedFor(node)) {
        const inner = this.inside(node, depth + 1);
        if (inner?.kind === "slow") return inner;
        if (inner === undefined && !this.isStatement(node)) {
          const speed = speedOf(node, this.bindings);
          if (speed === "slow") return { kind: "slow", text: shortCall(node), span: spanOf(node) };
          if (speed === "unknown") waits = true;
        }
        if (inner?.kind === "unknown") waits = true;
      }
      return ts.forEachChild(node, slow);
    };
    return (
      ts.forEachChild(fn.body!, slow) ??
      (ts.isBlock(fn.body!) ? undefined : slow(fn.body!)) ?? { kind: waits ? "unknown" : "quick" }
    );
  }
}

function isCallback(node: ts.Node): boolean {
  return ts.isCallExpression(node.parent);
}

/** Awaited, returned, part of an awaited chain or list, or a call that blocks the process. */
export function isWaitedFor(call: ts.CallExpression): boolean {
  if (/Sync$/.test(calledName(call))) return true;
  for (let at: ts.Node = call; at.parent !== undefined; at = at.parent) {
    const parent = at.parent;
    if (ts.isAwaitExpression(parent) || ts.isReturnStatement(parent)) return true;
    if (ts.isArrowFunction(parent)) {
      if (parent.body !== at || !ts.isCallExpression(parent.parent)) return parent.body === at;
      continue;
    }
    if (ts.isStatement(parent) || isFunctionNode(parent)) return false;
    // `a(b())` waits for `b()` only where `a` gathers promises.
    if (
      ts.isCallExpression(parent) &&
      parent.expression !== at &&
      !gathers(parent) &&
      !isFunctionNode(unwrap(at as ts.Expression))
    )
      return false;
  }
  return false;
}

const WRAPPERS =
  /^(?:firstValueFrom|lastValueFrom|from|pTimeout|withTimeout|timeout|pRetry|retry|withRetry|limit|pAll|race|all|allSettled)$/;

/** `Promise.all([...])`, `firstValueFrom(...)`: waiting for it is waiting for what it is given. */
function gathers(call: ts.CallExpression): boolean {
  const object = receiver(call);
  return (
    (object !== undefined && ts.isIdentifier(object) && object.text === "Promise") || WRAPPERS.test(calledName(call))
  );
}

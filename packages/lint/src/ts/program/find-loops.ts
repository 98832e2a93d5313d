import { ts } from "ts-morph";
import type { Bindings } from "../bindings.js";
import { namedFunction, ownFunction } from "../function-calls.js";
import type { Run } from "../lock-effects.js";
import { callbackLoopPlace, loopPlace } from "../loops.js";
import { calledName, isFunctionNode, isInlineFunction, receiver, rootName, spanOf, unwrap } from "../nodes.js";
import { isEndless, type LoopDraft } from "./loop-draft.js";
import { isTurnLoop, type Summaries, takesOf } from "./summaries.js";

const MAX_TAKES = 20;
const MAX_NESTED = 5;
/** Their callbacks run when the loop has gone on. */
const LATER = /^(?:setTimeout|setInterval|setImmediate|nextTick|queueMicrotask|on|once|addListener|addEventListener)$/;

/** Every loop of the file that runs something which may take work. */
export function findLoops(
  file: ts.SourceFile,
  bindings: Bindings,
  runs: ReadonlyMap<ts.Node, Run>,
  summaries: Summaries,
): readonly LoopDraft[] {
  const finder = new LoopFinder(bindings, runs, summaries);
  finder.visit(file, []);
  return finder.drafts.filter((draft) => draft.takes.length + draft.inner.length > 0);
}

class LoopFinder {
  readonly drafts: LoopDraft[] = [];
  private readonly bindings: Bindings;
  private readonly runs: ReadonlyMap<ts.Node, Run>;
  private readonly summaries: Summaries;
  private readonly timed = new Set<ts.Node>();

  constructor(bindings: Bindings, runs: ReadonlyMap<ts.Node, Run>, summaries: Summaries) {
    this.bindings = bindings;
    this.runs = runs;
    this.summaries = summaries;
  }

  /** `around`: the loops of this function around the node, outermost first. */
  visit(node: ts.Node, around: readonly LoopDraft[]): void {
    const loop = around.at(-1);
    if (loop !== undefined) this.addTakes(node, loop);
    if (isEnd(node)) markEnds(node, around);
    if (ts.isCallExpression(node)) this.addTimer(node);
    if (ts.isMethodDeclaration(node)) this.addDecorated(node);
    if (isFunctionNode(node)) {
      const stays = isInlineFunction(node) && isPartOfTurn(node);
      ts.forEachChild(node, (child) => this.visit(child, stays ? around : []));
      return;
    }
    if (!isTurnLoop(node)) {
      ts.forEachChild(node, (child) => this.visit(child, around));
      return;
    }
    const draft: LoopDraft = {
      ...{ node, kind: "loop", place: loopPlace(node), body: node.statement, takes: [], inner: [] },
      ends: !isEndless(node, this.bindings),
      leaves: false,
    };
    this.drafts.push(draft);
    const inside = [...around.slice(-MAX_NESTED), draft];
    ts.forEachChild(node, (child) => this.visit(child, inside));
    addInner(loop, draft);
  }

  private addTakes(node: ts.Node, loop: LoopDraft): void {
    if (loop.takes.length >= MAX_TAKES) return;
    for (const take of takesOf(node, this.runs)) loop.takes.push({ take, node });
    const called = ts.isCallExpression(node) ? this.summaries.ofCall(node) : undefined;
    for (const take of called?.takes ?? []) loop.takes.push({ take, node });
    if (loop.inner.length < MAX_TAKES) loop.inner.push(...(called?.inner ?? []));
  }

  /** `setInterval(poll, 1000)`, and `setTimeout(poll, 1000)` inside `poll`. */
  private addTimer(call: ts.CallExpression): void {
    const name = calledName(call);
    const object = receiver(call);
    if (
      (name !== "setInterval" && name !== "setTimeout") ||
      (object !== undefined && object.getText() !== "globalThis")
    )
      return;
    const fn = this.calledBack(call);
    if (fn?.body === undefined || this.timed.has(fn)) return;
    if (name === "setTimeout" && !(fn.pos <= call.pos && call.end <= fn.end)) return;
    this.timed.add(fn);
    const kind = name === "setInterval" ? "interval" : "timer";
    const place = kind === "interval" ? callbackLoopPlace(call) : { head: spanOf(call), whole: spanOf(fn) };
    const draft: LoopDraft = {
      node: call,
      kind,
      place,
      body: fn.body,
      takes: [],
      inner: [],
      ends: true,
      leaves: false,
    };
    this.drafts.push(draft);
    this.visitTimed(fn.body, draft, false);
  }

  /** `@Interval(1000)` of NestJS. */
  private addDecorated(method: ts.MethodDeclaration): void {
    const decorator = ts.getDecorators(method)?.find((one) => /^Interval\b/.test(one.expression.getText()));
    if (decorator === undefined || method.body === undefined) return;
    const place = { head: spanOf(decorator), whole: spanOf(method) };
    const rest = { body: method.body, takes: [], inner: [], ends: true, leaves: false };
    const draft: LoopDraft = { node: decorator, kind: "interval", place, ...rest };
    this.drafts.push(draft);
    this.visitTimed(method.body, draft, false);
  }

  private visitTimed(node: ts.Node, draft: LoopDraft, inLoop: boolean): void {
    if (inLoop) {
      const takes = takesOf(node, this.runs);
      const called = ts.isCallExpression(node) ? this.summaries.ofCall(node) : undefined;
      if (draft.inner.length < MAX_TAKES) draft.inner.push(...takes, ...(called?.takes ?? []));
    } else this.addTakes(node, draft);
    if (isFunctionNode(node) && !(isInlineFunction(node) && isPartOfTurn(node))) return;
    ts.forEachChild(node, (child) => this.visitTimed(child, draft, inLoop || isTurnLoop(node)));
  }

  /** The function that a timer calls: `poll`, `() => poll()`, or the one written there. */
  private calledBack(call: ts.CallExpression): ts.FunctionLikeDeclaration | undefined {
    const [first] = call.arguments;
    if (first === undefined) return undefined;
    const inner = unwrap(first);
    if (!isInlineFunction(inner)) return namedFunction(first, this.bindings);
    const only = ts.isBlock(inner.body) && inner.body.statements.length === 1 ? inner.body.statements[0] : inner.body;
    const value = only !== undefined && ts.isExpressionStatement(only) ? only.expression : only;
    const called = value !== undefined && ts.isVoidExpression(value) ? value.expression : value;
    const bare = called !== undefined && ts.isAwaitExpression(called) ? called.expression : called;
    return bare !== undefined && ts.isCallExpression(bare) ? (ownFunction(bare, this.bindings) ?? inner) : inner;
  }
}

function addInner(outer: LoopDraft | undefined, draft: LoopDraft): void {
  if (outer === undefined || outer.inner.length >= MAX_TAKES) return;
  outer.inner.push(...draft.takes.map(({ take }) => take), ...draft.inner);
}

/** A callback that the call runs before it returns, or before what it returns is there. */
function isPartOfTurn(fn: ts.ArrowFunction | ts.FunctionExpression): boolean {
  const { parent } = fn;
  if (ts.isParenthesizedExpression(parent)) return ts.isCallExpression(parent.parent);
  return ts.isCallExpression(parent) && !LATER.test(calledName(parent));
}

/** Leaves the loop, or asks whether it should. */
function isEnd(node: ts.Node): boolean {
  if (ts.isReturnStatement(node) || ts.isBreakStatement(node) || ts.isThrowStatement(node)) return true;
  if (ts.isYieldExpression(node)) return true;
  if (ts.isIdentifier(node)) return /^(?:signal|aborted|throwIfAborted|abortSignal)$/.test(node.text);
  return ts.isCallExpression(node) && /^(?:exit|abort)$/.test(calledName(node)) && rootName(node) === "process";
}

function markEnds(node: ts.Node, around: readonly LoopDraft[]): void {
  for (const loop of around) {
    if (!leadsOut(node, loop.node)) continue;
    loop.ends = true;
    // A signal that is given to what waits may end it at a time of its own.
    if (!ts.isIdentifier(node)) loop.leaves = true;
  }
}

function leadsOut(node: ts.Node, loop: ts.Node): boolean {
  if (ts.isBreakStatement(node)) {
    const target = node.label === undefined ? breakTarget(node) : labelTarget(node, node.label.text);
    return target !== undefined && loop.pos >= target.pos && loop.end <= target.end;
  }
  // A callback returns to its loop.
  if (ts.isReturnStatement(node)) {
    const fn = ts.findAncestor(node, isFunctionNode);
    return fn === undefined || loop.pos >= fn.pos;
  }
  const attempt = ts.isThrowStatement(node) ? catchAround(node) : undefined;
  return attempt === undefined || loop.pos > attempt.pos;
}

function breakTarget(node: ts.Node): ts.Node | undefined {
  return ts.findAncestor(node, (at) => ts.isIterationStatement(at, false) || ts.isSwitchStatement(at));
}

function labelTarget(node: ts.Node, label: string): ts.Node | undefined {
  const labeled = ts.findAncestor(node, (at) => ts.isLabeledStatement(at) && at.label.text === label);
  return labeled !== undefined && ts.isLabeledStatement(labeled) ? labeled.statement : undefined;
}

/** The innermost `try` with a `catch` whose block the node stands in. */
function catchAround(node: ts.Node): ts.TryStatement | undefined {
  for (let at = node; at.parent !== undefined; at = at.parent) {
    const { parent } = at;
    if (ts.isTryStatement(parent) && parent.tryBlock === at && parent.catchClause !== undefined) return parent;
  }
  return undefined;
}

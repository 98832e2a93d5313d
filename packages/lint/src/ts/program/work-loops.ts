import { ts } from "ts-morph";
import type { Deed, WorkLoop } from "../../facts/program.js";
import type { Source, Span } from "../../source.js";
import type { Bindings } from "../bindings.js";
import { isWaitedFor } from "../call-work.js";
import { heldIn } from "../held-rows.js";
import type { Run } from "../lock-effects.js";
import { isFunctionNode, shortCall, spanOf } from "../nodes.js";
import { speedOf } from "../slow-calls.js";
import { transactionCall } from "../transactions.js";
import type { LoopDraft } from "./loop-draft.js";
import { COUNTS, rowsWhere } from "./row-tests.js";
import type { Summaries } from "./summaries.js";
import { isFixed, TurnWalker } from "./turn-walker.js";

export interface ReadLoop {
  readonly fact: WorkLoop;
  readonly draft: LoopDraft;
  /** The variables that hold what a turn has taken. */
  readonly names: ReadonlySet<string>;
  readonly rowBodies: readonly ts.Node[];
}

/** So many takes of one loop are followed to the variables that hold them. */
const MAX_HELD = 5;

export function readLoop(
  draft: LoopDraft,
  source: Source,
  bindings: Bindings,
  runs: ReadonlyMap<ts.Node, Run>,
  summaries: Summaries,
): ReadLoop {
  const names = new Set(draft.takes.slice(0, MAX_HELD).flatMap(({ node }) => [...heldIn(node, draft.body)]));
  const walker = new TurnWalker(names, bindings, runs, summaries);
  walker.walk(draft.body);
  const tail = draft.kind === "loop" && rowsDecide(draft.node, names);
  const timer = draft.kind === "timer" ? timerSleep(draft, names, bindings) : [];
  const fact: WorkLoop = {
    ...{ source, loop: draft.place, kind: draft.kind, inner: draft.inner, ends: draft.ends },
    takes: usesRows(draft, names) ? draft.takes.map(({ take }) => take) : [],
    pauses: walker.pauses || draft.leaves || tail || draft.kind !== "loop",
    sleeps: [
      ...walker.sleeps
        .filter(({ when }) => when === "always" || when === "some")
        .filter(({ node }) => isFixed(node, draft.node, names, bindings))
        .map(({ node, inRows }) => ({ ...deed(node), inRows })),
      ...timer,
    ],
    overlaps: draft.kind === "interval" ? overlapping(draft, names, bindings, runs) : undefined,
  };
  return { fact, draft, names, rowBodies: walker.rowBodies };
}

function deed(node: ts.CallExpression | ts.NewExpression): Deed {
  return { text: ts.isCallExpression(node) ? shortCall(node) : "setTimeout(...)", span: spanOf(node) };
}

/** Something is done with what was taken; who only looks whether there is any is no worker. */
function usesRows({ takes, body }: LoopDraft, names: ReadonlySet<string>): boolean {
  if (
    takes.some(
      ({ take, node }) => take.fact?.statement.verb !== "select" || isElsewhere(take.fact.statement.span, node),
    )
  )
    return true;
  let uses = false;
  const visit = (node: ts.Node): void => {
    if (uses) return;
    if (ts.isIdentifier(node) && names.has(node.text) && isUse(node)) uses = true;
    ts.forEachChild(node, visit);
  };
  visit(body);
  return uses;
}

/** The statement stands in a function that is called here. */
function isElsewhere(span: Span, node: ts.Node): boolean {
  return span.end < node.pos || span.start > node.end;
}

function isUse(name: ts.Identifier): boolean {
  const { parent } = name;
  if (ts.isBindingElement(parent) || ts.isVariableDeclaration(parent)) return false;
  if (ts.isPrefixUnaryExpression(parent) || ts.isIfStatement(parent) || ts.isConditionalExpression(parent))
    return false;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === name && !COUNTS.test(parent.name.text);
  return !ts.isBinaryExpression(parent) || (parent.left !== name && !/^[!=<>]/.test(parent.operatorToken.getText()));
}

/** `while (rows.length > 0)`: over when there is nothing to do. */
function rowsDecide(node: ts.Node, names: ReadonlySet<string>): boolean {
  if (!ts.isWhileStatement(node) && !ts.isDoStatement(node)) return false;
  return rowsWhere(node.expression, names) !== "unknown";
}

/** `setTimeout(poll, 1000)` at the end of `poll`, whatever was found. */
function timerSleep(draft: LoopDraft, names: ReadonlySet<string>, bindings: Bindings): WorkLoop["sleeps"] {
  const call = draft.node;
  if (!ts.isCallExpression(call) || !isFixed(call, draft.body, names, bindings)) return [];
  for (let at: ts.Node = call; at !== draft.body && at.parent !== undefined; at = at.parent) {
    const { parent } = at;
    const isPlain =
      ts.isExpressionStatement(parent) || parent === draft.body || ts.isBlock(parent) || ts.isTryStatement(parent);
    if (!isPlain) return [];
  }
  // Elsewhere it may call itself at once.
  return hasLeave(draft.body) ? [] : [{ ...deed(call), inRows: false }];
}

function hasLeave(body: ts.Node): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (isFunctionNode(node)) return;
    found ||= ts.isReturnStatement(node);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(body, visit);
  return found;
}

/** The first work that a turn of an interval waits for, unless something at its beginning keeps turns apart. */
function overlapping(
  draft: LoopDraft,
  names: ReadonlySet<string>,
  bindings: Bindings,
  runs: ReadonlyMap<ts.Node, Run>,
): Deed | undefined {
  const first = draft.takes[0]?.node.pos ?? 0;
  let work: Deed | undefined;
  let guarded = false;
  const visit = (node: ts.Node): void => {
    if (ts.isIfStatement(node) && node.pos < first && rowsWhere(node.expression, names) === "unknown") guarded = true;
    if (ts.isCallExpression(node) && work === undefined && isWaitedFor(node) && isWork(node, bindings, runs))
      work = deed(node);
    ts.forEachChild(node, visit);
  };
  visit(draft.body);
  return guarded ? undefined : work;
}

function isWork(call: ts.CallExpression, bindings: Bindings, runs: ReadonlyMap<ts.Node, Run>): boolean {
  if (runs.has(call) || transactionCall(call, bindings) !== undefined) return false;
  return speedOf(call, bindings) === "slow";
}

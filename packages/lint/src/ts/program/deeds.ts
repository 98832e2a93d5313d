import { ts } from "ts-morph";
import type { StatementFact } from "../../facts/code.js";
import type { Deed, JobCode } from "../../facts/program.js";
import type { Bindings } from "../bindings.js";
import { ownFunction } from "../function-calls.js";
import type { Run } from "../lock-effects.js";
import { calledName, isFunctionNode, isInlineFunction, receiver, shortCall, shortText, spanOf } from "../nodes.js";
import { connectionMade } from "./connections.js";
import { isLeftAlone } from "./left-alone.js";
import { isEndless } from "./loop-draft.js";
import { isTurnLoop } from "./summaries.js";

type Deeds = Pick<JobCode, "exits" | "endless" | "connections" | "floating" | "blocking" | "runs">;

const MAX_FUNCTIONS = 20;
/** What their callbacks do is not done for this job, or not now. */
const LATER = /^(?:on|once|addListener|addEventListener|subscribe|setInterval)$/;
const BLOCKING = /^(?:execSync|spawnSync|execFileSync|sleepSync|msleep|usleep)$/;

/** What the code does, in functions of the file that it calls as well. */
export function deedsOf(
  bodies: readonly ts.Node[],
  context: string | undefined,
  bindings: Bindings,
  runs: ReadonlyMap<ts.Node, Run>,
): Deeds {
  const walker = new DeedWalker(context, bindings, runs);
  for (const body of bodies) walker.visit(body);
  for (let fn = walker.open.pop(); fn !== undefined; fn = walker.open.pop()) walker.visit(fn);
  // Facts are data: they are kept from run to run.
  const { exits, endless, connections, floating, blocking, runs: ran } = walker;
  return { exits, endless, connections, floating, blocking, runs: ran };
}

class DeedWalker implements Deeds {
  readonly exits: Deed[] = [];
  readonly endless: Deed[] = [];
  readonly connections: Deed[] = [];
  readonly floating: (Deed & { mayWait: boolean })[] = [];
  readonly blocking: Deed[] = [];
  readonly runs: StatementFact[] = [];
  /** Bodies of functions that are still to be looked at. */
  readonly open: ts.Node[] = [];
  private readonly seen = new Set<ts.Node>();
  private readonly context: string | undefined;
  private readonly bindings: Bindings;
  private readonly ran: ReadonlyMap<ts.Node, Run>;

  constructor(context: string | undefined, bindings: Bindings, runs: ReadonlyMap<ts.Node, Run>) {
    this.context = context;
    this.bindings = bindings;
    this.ran = runs;
  }

  visit(node: ts.Node): void {
    this.runs.push(...(this.ran.get(node)?.facts ?? []));
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) this.look(node);
    if (isTurnLoop(node) && isEndless(node, this.bindings) && !goesOn(node.statement))
      this.endless.push({
        text: `${shortText(node).split("{")[0]!.trim()}`,
        span: { start: node.getStart(), end: node.statement.getFullStart() },
      });
    ts.forEachChild(node, (child) => {
      // Functions that are only declared here run where they are called.
      if (!isFunctionNode(child) || this.runsNow(child)) this.visit(child);
    });
  }

  private runsNow(fn: ts.Node): boolean {
    if (!isInlineFunction(fn)) return false;
    const call = ts.isParenthesizedExpression(fn.parent) ? fn.parent.parent : fn.parent;
    return ts.isCallExpression(call) && !LATER.test(calledName(call));
  }

  private look(node: ts.CallExpression | ts.NewExpression): void {
    const made = connectionMade(node, this.bindings);
    if (made !== undefined) this.connections.push(made);
    if (!ts.isCallExpression(node)) return;
    const text = shortCall(node);
    if (isExit(node, this.bindings)) this.exits.push({ text, span: spanOf(node) });
    if (BLOCKING.test(calledName(node)) || /^Atomics\.wait\b/.test(text))
      this.blocking.push({ text, span: spanOf(node) });
    if (isLeftAlone(node, this.context, this.bindings, this.ran))
      this.floating.push({ text, span: spanOf(node), mayWait: mayWait(node) });
    const fn = ownFunction(node, this.bindings);
    if (fn === undefined || this.seen.has(fn) || this.seen.size >= MAX_FUNCTIONS) return;
    this.seen.add(fn);
    this.open.push(fn.body!);
  }
}

/** Inside an async function, and of a call that gives one promise. */
function mayWait(call: ts.CallExpression): boolean {
  const fn = ts.findAncestor(call, ts.isFunctionLike);
  const isAsync =
    fn !== undefined &&
    ts.canHaveModifiers(fn) &&
    ts.getModifiers(fn)?.some((one) => one.kind === ts.SyntaxKind.AsyncKeyword) === true;
  return isAsync && !/^(?:forEach|map|setTimeout|setImmediate|nextTick)$/.test(calledName(call));
}

/** `process.exit(1)`, also as `exit` of node:process. */
function isExit(call: ts.CallExpression, bindings: Bindings): boolean {
  if (!/^(?:exit|abort|reallyExit)$/.test(calledName(call))) return false;
  const text = call.expression.getText();
  if (/^(?:globalThis\.)?process\.(?:exit|abort|reallyExit)$/.test(text) || text === "Deno.exit") return true;
  const callee = call.expression;
  const imported = ts.isIdentifier(callee) ? bindings.find(callee)?.imported : undefined;
  return (
    imported !== undefined && /^(?:node:)?process$/.test(imported.module) && /^(?:exit|abort)$/.test(imported.name)
  );
}

/** It leaves, or lets others run in between. */
function goesOn(node: ts.Node): boolean {
  if (isFunctionNode(node)) return false;
  if (
    ts.isAwaitExpression(node) ||
    ts.isYieldExpression(node) ||
    ts.isReturnStatement(node) ||
    ts.isThrowStatement(node) ||
    ts.isBreakStatement(node) ||
    (ts.isForOfStatement(node) && node.awaitModifier !== undefined)
  )
    return true;
  if (ts.isCallExpression(node) && receiver(node) === undefined && calledName(node) === "") return true;
  return ts.forEachChild(node, (child) => goesOn(child) || undefined) ?? false;
}

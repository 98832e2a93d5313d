import { ts } from "ts-morph";
import type { Take } from "../../facts/program.js";
import type { Bindings } from "../bindings.js";
import { ownFunction } from "../function-calls.js";
import type { Run } from "../lock-effects.js";
import { calledName, isFunctionNode, receiver, rootName, shortCall, spanOf } from "../nodes.js";
import { isSleep } from "../slow-calls.js";

/** What a call of a function of the file comes to. */
export interface Summary {
  readonly takes: readonly Take[];
  /** What loops inside it run. */
  readonly inner: readonly Take[];
  /** It may sleep. */
  readonly pauses: boolean;
  /** It does nothing but sleep. */
  readonly isSleep: boolean;
}

const NOTHING: Summary = { takes: [], inner: [], pauses: false, isSleep: false };
const MAX_TAKES = 10;
const MAX_DEPTH = 4;

const SLEEPS = /^(?:sleep|delay|wait|pause|snooze|nap|setTimeout|(?:sleep|delay|wait)(?:Ms|For|Seconds|Millis))$/;
const BLOCKING_POPS = /^(?:b[lr]pop|bzpop(?:min|max)|blmove|brpoplpush|blmpop|bzmpop|xread(?:group)?)$/i;
const POPS = /^(?:[lr]pop|zpop(?:min|max)|rpoplpush|lmove)$/i;

/** `await sleep(1000)`, `setTimeout(1000)` of timers/promises; not the timer that calls back. */
export function isSleepCall(call: ts.CallExpression): boolean {
  const [first] = call.arguments;
  return SLEEPS.test(calledName(call)) && !(first !== undefined && isFunctionNode(first)) && call.arguments.length > 0;
}

/** An element taken from Redis. */
export function popOf(call: ts.CallExpression): Take | undefined {
  const name = calledName(call);
  const object = receiver(call);
  if (object === undefined || call.arguments.length === 0) return undefined;
  const isPop = BLOCKING_POPS.test(name) || (POPS.test(name) && /redis|client|conn/i.test(rootName(object) ?? ""));
  return isPop ? { text: shortCall(call), span: spanOf(call), fact: undefined } : undefined;
}

export function isBlockingPop(call: ts.CallExpression): boolean {
  return BLOCKING_POPS.test(calledName(call)) && receiver(call) !== undefined;
}

/** What a place runs that may take work. */
export function takesOf(node: ts.Node, runs: ReadonlyMap<ts.Node, Run>): readonly Take[] {
  const facts = runs.get(node)?.facts.filter(({ statement }) => /^(?:select|update)$/.test(statement.verb)) ?? [];
  if (facts.length > 0) return facts.map((fact) => ({ text: "", span: fact.statement.span, fact }));
  const pop = ts.isCallExpression(node) ? popOf(node) : undefined;
  return pop === undefined ? [] : [pop];
}

/** True for a loop that is over by no list: its turns are not the rows of one batch. */
export function isTurnLoop(node: ts.Node): node is ts.WhileStatement | ts.DoStatement | ts.ForStatement {
  return ts.isWhileStatement(node) || ts.isDoStatement(node) || ts.isForStatement(node);
}

/** What the functions of a file do, each looked at once. */
export class Summaries {
  private readonly bindings: Bindings;
  private readonly runs: ReadonlyMap<ts.Node, Run>;
  private readonly known = new Map<ts.Node, Summary>();

  constructor(bindings: Bindings, runs: ReadonlyMap<ts.Node, Run>) {
    this.bindings = bindings;
    this.runs = runs;
  }

  /** `undefined` where the call runs no function of this file. */
  ofCall(call: ts.CallExpression, depth = 0): Summary | undefined {
    const fn = ownFunction(call, this.bindings);
    if (fn === undefined) return undefined;
    const known = this.known.get(fn);
    if (known !== undefined) return known;
    this.known.set(fn, NOTHING);
    if (depth > MAX_DEPTH) return NOTHING;
    const summary = this.read(fn.body!, depth);
    this.known.set(fn, summary);
    return summary;
  }

  private read(body: ts.Node, depth: number): Summary {
    const takes: Take[] = [];
    const inner: Take[] = [];
    let [sleeps, pauses, others] = [false, false, false];
    const visit = (node: ts.Node, inLoop: boolean): void => {
      if (ts.isNewExpression(node) && isSleep(node)) {
        sleeps = true;
        return;
      }
      if (isFunctionNode(node) && !ts.isCallExpression(node.parent)) return;
      (inLoop ? inner : takes).push(...takesOf(node, this.runs));
      if (ts.isCallExpression(node)) {
        const called = this.ofCall(node, depth + 1);
        if (isSleepCall(node) || called?.isSleep === true) sleeps = true;
        else others = true;
        pauses ||= called?.pauses === true;
        (inLoop ? inner : takes).push(...(called?.takes ?? []));
        inner.push(...(called?.inner ?? []));
      }
      ts.forEachChild(node, (child) => visit(child, inLoop || isTurnLoop(node)));
    };
    visit(body, false);
    return {
      takes: takes.slice(0, MAX_TAKES),
      inner: inner.slice(0, MAX_TAKES),
      pauses: pauses || sleeps,
      isSleep: sleeps && !others && takes.length === 0,
    };
  }
}

import { ts } from "ts-morph";
import type { Step, StepPlace, WorkStep } from "../facts/redis.js";
import type { Span } from "../source.js";
import type { Bindings } from "../ts/bindings.js";
import { isWaitedFor } from "../ts/call-work.js";
import type { Run } from "../ts/lock-effects.js";
import { calledName, isFunctionNode, isInlineFunction, receiver, shortCall, spanOf, unwrap } from "../ts/nodes.js";
import { speedOf } from "../ts/slow-calls.js";
import { callsItself, isCaughtHere, isLink, isPromise, isScheduled } from "./call-shapes.js";
import { isEach, isTimer, loopOf, runsLater } from "./loops.js";
import type { CallReader } from "./read-call.js";
import { isShortCut, leaves, type Standing, withArm, withLoop } from "./standing.js";

/** A place where a function of the same file is called. */
export interface HelperCall {
  readonly kind: "helper";
  readonly fn: ts.FunctionLikeDeclaration;
  readonly place: StepPlace;
  /** Nobody looks at what it answers. */
  readonly isDropped: boolean;
  /** The call itself, where it may be work. */
  readonly work: WorkStep | undefined;
}

export type LocalStep = Step | HelperCall;

/** What the functions of a file do, each for itself. */
export interface LocalSteps {
  /** By function, the file itself among them. */
  readonly byFunction: ReadonlyMap<ts.Node, readonly LocalStep[]>;
  /** Functions that a timer calls. */
  readonly timed: ReadonlySet<ts.Node>;
}

export function localSteps(
  file: ts.SourceFile,
  bindings: Bindings,
  runs: ReadonlyMap<ts.Node, Run>,
  reader: CallReader,
): LocalSteps {
  const collector = new StepCollector(bindings, runs, reader);
  collector.enter(file);
  return collector;
}

/** Where the visitor stands. */
interface At extends Standing {
  readonly steps: LocalStep[];
  readonly outer: Span;
}

const NOWHERE: StepPlace = { loops: [], arms: [], isCaught: false };

class StepCollector implements LocalSteps {
  readonly byFunction: Map<ts.Node, LocalStep[]> = new Map<ts.Node, LocalStep[]>();
  readonly timed: Set<ts.Node> = new Set<ts.Node>();
  private readonly bindings: Bindings;
  private readonly runs: ReadonlyMap<ts.Node, Run>;
  private readonly reader: CallReader;

  constructor(bindings: Bindings, runs: ReadonlyMap<ts.Node, Run>, reader: CallReader) {
    this.bindings = bindings;
    this.runs = runs;
    this.reader = reader;
  }

  /** Reads a function (or the file) that stands for itself. */
  enter(fn: ts.Node): void {
    const steps: LocalStep[] = [];
    this.byFunction.set(fn, steps);
    const at: At = { steps, place: NOWHERE, outer: { start: fn.pos, end: fn.end } };
    if (ts.isMethodDeclaration(fn) && isScheduled(fn)) this.timed.add(fn);
    const body = ts.isSourceFile(fn) ? fn : (fn as ts.FunctionLikeDeclaration).body;
    if (body === undefined) return;
    if (ts.isSourceFile(body) || ts.isBlock(body)) for (const statement of body.statements) this.visit(statement, at);
    else this.visit(body, { ...at, outer: spanOf(body) });
  }

  private visit(node: ts.Node, before: At): void {
    if (isFunctionNode(node) || ts.isConstructorDeclaration(node) || ts.isAccessor(node)) {
      this.enter(node);
      return;
    }
    const at = ts.isStatement(node) || ts.isPropertyDeclaration(node) ? { ...before, outer: spanOf(node) } : before;
    if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) this.visitIf(node, at);
    else if (ts.isNewExpression(node) && isPromise(node)) this.visitPromise(node, at);
    else if (ts.isIterationStatement(node, false)) this.visitLoop(node, at);
    else if (ts.isTryStatement(node)) this.visitTry(node, at);
    else if (ts.isSwitchStatement(node)) this.visitSwitch(node, at);
    else if (ts.isBinaryExpression(node) && isShortCut(node)) {
      this.visit(node.left, at);
      this.visit(node.right, withArm(at, node, 0));
    } else if (ts.isCallExpression(node)) this.visitCall(node, at);
    else {
      ts.forEachChild(node, (child) => this.visit(child, at));
      this.addStatements(node, at);
    }
  }

  private visitIf(node: ts.IfStatement | ts.ConditionalExpression, at: At): void {
    const isIf = ts.isIfStatement(node);
    const [yes, no] = isIf ? [node.thenStatement, node.elseStatement] : [node.whenTrue, node.whenFalse];
    this.visit(isIf ? node.expression : node.condition, at);
    this.visit(yes, withArm(at, node, 0, isIf && leaves(node.thenStatement)));
    if (no !== undefined) this.visit(no, withArm(at, node, 1, isIf && leaves(node.elseStatement!)));
  }

  private visitLoop(node: ts.IterationStatement, at: At): void {
    const inside = withLoop(at, loopOf(node));
    if (ts.isForOfStatement(node) || ts.isForInStatement(node)) {
      this.visit(node.expression, at);
      this.visit(node.statement, inside);
    } else ts.forEachChild(node, (child) => this.visit(child, inside));
  }

  private visitTry(node: ts.TryStatement, at: At): void {
    const block = withArm(at, node, 0, false, true);
    this.visit(
      node.tryBlock,
      node.catchClause === undefined ? block : { ...block, place: { ...block.place, isCaught: true } },
    );
    if (node.catchClause !== undefined) this.visit(node.catchClause.block, withArm(at, node, 1));
    if (node.finallyBlock !== undefined) this.visit(node.finallyBlock, at);
  }

  /** `new Promise((resolve) => ...)` runs its function at once. */
  private visitPromise(node: ts.NewExpression, at: At): void {
    for (const argument of node.arguments ?? []) {
      const inner = unwrap(argument);
      this.visit(isInlineFunction(inner) ? inner.body : inner, at);
    }
  }

  private visitSwitch(node: ts.SwitchStatement, at: At): void {
    this.visit(node.expression, at);
    node.caseBlock.clauses.forEach((clause, index) => {
      const last = clause.statements.at(-1);
      const inside = withArm(at, node, index, last !== undefined && !ts.isBreakStatement(last) && leaves(last));
      for (const statement of clause.statements) this.visit(statement, inside);
    });
  }

  private visitCall(call: ts.CallExpression, at: At): void {
    const name = calledName(call);
    this.visit(call.expression, name === "catch" ? withArm(at, call, 0, false, true) : at);
    for (const argument of call.arguments) {
      const inner = unwrap(argument);
      if (isInlineFunction(inner)) this.visitCallback(inner, call, name, at);
      else if (ts.isIdentifier(inner)) this.visitHandedFunction(inner, call, name, at);
      else this.visit(argument, at);
    }
    if (!this.addStatements(call, at)) this.addCall(call, name, at);
  }

  private visitCallback(
    fn: ts.ArrowFunction | ts.FunctionExpression,
    call: ts.CallExpression,
    name: string,
    at: At,
  ): void {
    if (runsLater(name)) {
      this.enter(fn);
      if (isTimer(name) && (name !== "setTimeout" || callsItself(fn, call))) this.timed.add(fn);
      return;
    }
    const loop = isEach(name) ? withLoop(at, { id: call.pos, kind: "each" }) : at;
    // `.catch(() => ...)` runs instead of what follows.
    const inside = name === "catch" ? withArm(loop, call, 1) : loop;
    this.visit(fn.body, inside);
  }

  /** `setInterval(poll, 1000)`, `ids.map(handle)` */
  private visitHandedFunction(argument: ts.Identifier, call: ts.CallExpression, name: string, at: At): void {
    const fn = this.bindings.functionNamed(argument.text);
    if (fn === undefined) return;
    if (isTimer(name) && (name !== "setTimeout" || ts.findAncestor(call, (up) => up === fn) !== undefined))
      this.timed.add(fn);
    if (isEach(name))
      at.steps.push({
        kind: "helper",
        fn,
        place: withLoop(at, { id: call.pos, kind: "each" }).place,
        isDropped: this.reader.results.isDropped(call),
        work: undefined,
      });
  }

  /** True where the node runs SQL. */
  private addStatements(node: ts.Node, { steps, place, outer }: At): boolean {
    const found = this.runs.get(node);
    if (found === undefined || found.items.length === 0) return false;
    for (const fact of found.facts) steps.push({ kind: "statement", fact, place, outer });
    return true;
  }

  private addCall(call: ts.CallExpression, name: string, { steps, place, outer }: At): void {
    const command = this.reader.read(call);
    if (command !== undefined) {
      const isCaught = place.isCaught || isCaughtHere(call);
      steps.push({ kind: "redis", call: command, place: isCaught ? { ...place, isCaught } : place, outer });
      return;
    }
    const object = receiver(call);
    const isOwn = object === undefined || object.kind === ts.SyntaxKind.ThisKeyword;
    const fn = isOwn ? this.bindings.functionNamed(name) : undefined;
    const found = isLink(call) || this.reader.isOnClient(call) ? undefined : this.workOf(call, name);
    const work = found && { ...found, place, outer };
    const isRecursive = fn !== undefined && ts.findAncestor(call, (up) => up === fn) !== undefined;
    if (isRecursive) this.timed.add(fn);
    if (fn === undefined || isRecursive) {
      if (work !== undefined) steps.push(work);
      return;
    }
    const caught = isCaughtHere(call) ? { ...place, isCaught: true } : place;
    steps.push({ kind: "helper", fn, place: caught, isDropped: this.reader.results.isDropped(call), work });
  }

  /** `undefined` for what is quick and has no effect. A statement that could not be read is work all the same. */
  private workOf(call: ts.CallExpression, name: string): Omit<WorkStep, "place" | "outer"> | undefined {
    const speed = speedOf(call, this.bindings);
    const waited = isWaitedFor(call);
    if (speed === "pure" && !(waited && STATEMENTS.test(name))) return undefined;
    return {
      kind: "work",
      name,
      text: shortCall(call),
      span: spanOf(call),
      isSlow: speed === "slow",
      isWaitedFor: waited,
      isHelper: false,
    };
  }
}

const STATEMENTS = /^(?:execute|query|save|transaction|commit)$/;

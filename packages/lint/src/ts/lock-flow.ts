import { ts } from "ts-morph";
import type { LockHold, StatementFact } from "../facts/code.js";
import { begunBefore, isGathering } from "./begun-before.js";
import type { Bindings } from "./bindings.js";
import { isWaitedFor } from "./call-work.js";
import { patternNames } from "./function-calls.js";
import { LockEffects, type Run } from "./lock-effects.js";
import { Inlining } from "./lock-inline.js";
import { end, type LockState, merge, NOTHING_OPEN } from "./lock-state.js";
import { callbackLoopPlace, loopPlace } from "./loops.js";
import { calledName, isInlineFunction, receiver, unwrap } from "./nodes.js";
import { slowCallOf } from "./promise-executor.js";
import { isSleep, speedOf } from "./slow-calls.js";
import { handedOver, isTransactional, type TransactionCall, transactionCall } from "./transactions.js";

/** Follows the program through every function of the file and tells what happens while a lock is held. */
export function followLocks(
  file: ts.SourceFile,
  bindings: Bindings,
  runs: ReadonlyMap<ts.Node, Run>,
): { readonly holds: readonly LockHold[]; readonly underLock: ReadonlySet<StatementFact> } {
  const effects = new LockEffects(bindings, runs);
  new LockFlow(bindings, runs, effects).follow(file);
  return effects;
}

/** Their callbacks run later, when the lock is long gone. */
const DEFERRED =
  /^(?:setTimeout|setInterval|setImmediate|nextTick|queueMicrotask|on|once|addListener|addEventListener|afterCommit|subscribe|schedule|process)$/;
const FOR_EACH = /^(?:forEach|map|flatMap|reduce|each|eachSeries|mapSeries|mapLimit|eachLimit)$/;

interface Returned {
  readonly state: LockState;
  /** It returns something, not nothing. */
  readonly gives: boolean;
}

class LockFlow {
  private readonly bindings: Bindings;
  private readonly runs: ReadonlyMap<ts.Node, Run>;
  private readonly effects: LockEffects;
  private readonly inlining: Inlining;
  private readonly roots: ts.FunctionLikeDeclaration[] = [];
  private readonly rooted = new Set<ts.Node>();
  /** Of the function that is followed from a call: the states at which it returns. */
  private returns: Returned[] | undefined;

  constructor(bindings: Bindings, runs: ReadonlyMap<ts.Node, Run>, effects: LockEffects) {
    this.bindings = bindings;
    this.runs = runs;
    this.effects = effects;
    this.inlining = new Inlining(bindings, runs);
  }

  follow(file: ts.SourceFile): void {
    this.statements(file.statements, NOTHING_OPEN);
    for (let root = this.roots.pop(); root !== undefined; root = this.roots.pop()) {
      const name = handedOver(root);
      const isOpen = name !== undefined || isTransactional(root);
      this.body(root, isOpen ? this.effects.begin(name === undefined ? [] : [name], NOTHING_OPEN) : NOTHING_OPEN);
    }
  }

  private body(fn: ts.FunctionLikeDeclaration, state: LockState): LockState | undefined {
    if (fn.body === undefined) return state;
    return ts.isBlock(fn.body) ? this.statements(fn.body.statements, state) : this.expression(fn.body, state);
  }

  /** State after the statements; `undefined` where the program does not come out at their end. */
  private statements(list: readonly ts.Statement[], state: LockState): LockState | undefined {
    let at: LockState | undefined = state;
    for (const one of list) {
      const after: LockState | undefined = this.statement(one, at ?? NOTHING_OPEN);
      at = at && after;
    }
    // `await using trx = ...` ends where its block does.
    for (const name of list.flatMap(usedNames)) {
      if (at?.open.some((t) => t.names.includes(name))) at = end(at, name);
    }
    return at;
  }

  private statement(node: ts.Statement, state: LockState): LockState | undefined {
    if (ts.isBlock(node)) return this.statements(node.statements, state);
    if (ts.isIfStatement(node)) {
      const tested = this.expression(node.expression, state);
      const no = node.elseStatement === undefined ? tested : this.statement(node.elseStatement, tested);
      return merge(this.statement(node.thenStatement, tested), no);
    }
    if (ts.isIterationStatement(node, false)) return this.loop(node, state);
    if (ts.isTryStatement(node)) return this.tryStatement(node, state);
    if (ts.isSwitchStatement(node)) {
      const tested = this.expression(node.expression, state);
      return this.switchClauses(node.caseBlock.clauses, tested);
    }
    if (ts.isLabeledStatement(node)) return this.statement(node.statement, state);
    const after = this.expression(node, state);
    if (ts.isReturnStatement(node)) this.returns?.push({ state: after, gives: givesSomething(node.expression) });
    const leaves = ts.isReturnStatement(node) || ts.isThrowStatement(node) || ts.isBreakOrContinueStatement(node);
    return leaves ? undefined : after;
  }

  /** After a clause that ends a transaction it may be open all the same: another clause may have run. */
  private switchClauses(clauses: readonly ts.CaseOrDefaultClause[], tested: LockState): LockState {
    let before: LockState | undefined;
    for (const clause of clauses) before = this.statements(clause.statements, merge(before, tested) ?? tested);
    return tested;
  }

  private loop(node: ts.IterationStatement, state: LockState): LockState {
    const inside = { ...state, loops: [...state.loops, loopPlace(node)] };
    let head: LockState = inside;
    ts.forEachChild(node, (child) => {
      if (child !== node.statement) head = this.expression(child, head);
    });
    if (ts.isForOfStatement(node) && node.awaitModifier !== undefined) this.waitFor(node.expression, head);
    const after = this.statement(node.statement, head);
    return { ...(after ?? head), loops: state.loops };
  }

  private tryStatement(node: ts.TryStatement, state: LockState): LockState | undefined {
    const tried = this.statements(node.tryBlock.statements, state);
    // What a failed transaction does before its rollback is not work under a lock that anybody waits for.
    const caught = node.catchClause && this.statements(node.catchClause.block.statements, { ...state, open: [] });
    const after = merge(tried, caught);
    if (node.finallyBlock === undefined) return after;
    const final = this.statements(node.finallyBlock.statements, tried ?? state);
    return after && final;
  }

  /** Follows an expression, or a statement that is nothing but expressions, in the order it is evaluated. */
  private expression(node: ts.Node, state: LockState): LockState {
    if (ts.isFunctionLike(node)) {
      if ("body" in node && !this.rooted.has(node)) {
        this.rooted.add(node);
        this.roots.push(node as ts.FunctionLikeDeclaration);
      }
      return state;
    }
    if (ts.isCallExpression(node)) return this.call(node, state);
    if (ts.isNewExpression(node)) {
      const call = isSleep(node) ? node : slowCallOf(node, this.bindings);
      if (call !== undefined) this.effects.addWork(call, state);
    }
    let at = state;
    ts.forEachChild(node, (child) => {
      at = this.expression(child, at);
    });
    if (ts.isAwaitExpression(node)) this.waitFor(node.expression, at);
    return ts.isTaggedTemplateExpression(node) ? this.effects.run(node, at) : at;
  }

  private call(node: ts.CallExpression, state: LockState): LockState {
    const transaction = transactionCall(node, this.bindings);
    const callbacks = node.arguments.filter((argument) => isInlineFunction(unwrap(argument)));
    let at = this.expression(node.expression, state);
    const before = this.effects.workCount(at);
    for (const argument of node.arguments) if (!callbacks.includes(argument)) at = this.expression(argument, at);
    // In callback style what a call does comes before what its callback does.
    if (transaction?.kind === "begin") at = this.effects.begin(transaction.names, at);
    else if (transaction?.kind === "end") at = end(at, transaction.name);
    else if (this.runs.has(node)) at = this.effects.run(node, at);
    else this.effects.entityWrite(node, at);
    const called = at;
    for (const callback of callbacks) at = this.callback(node, unwrap(callback), transaction, at);
    if (transaction?.kind === "callback" && !isInlineFunction(transaction.body))
      this.apart(transaction.body, this.effects.beginBy(node, transaction.names, at));
    const fn = transaction === undefined && !this.runs.has(node) ? this.inlining.enter(node) : undefined;
    if (fn !== undefined) return this.inline(node, fn, at);
    const isWork = transaction === undefined && !this.runs.has(node) && this.effects.workCount(called) === before;
    // The callback may end the transaction: the locks that count are those held when the call was made.
    if (isWork && (isWaitedFor(node) || this.waitsByCallback(node, callbacks.length)))
      this.effects.addWork(node, called);
    return at;
  }

  /** Follows a function of the file from its call: what it locks, writes and ends. */
  private inline(node: ts.CallExpression, fn: ts.FunctionLikeDeclaration, state: LockState): LockState {
    const outer = this.returns;
    const returned: Returned[] = [];
    this.returns = returned;
    const leave = this.effects.enterCall(isWaitedFor(node) ? node : undefined, state);
    const ended = this.body(fn, this.inlining.into(node, fn, state));
    leave();
    this.inlining.leave();
    this.returns = outer;
    // Where it returns nothing it has mostly found nothing: the program goes on with what it gives.
    const giving = returned.filter((one) => one.gives);
    const all = giving.length > 0 ? giving : returned;
    const after = all.reduce(
      (sum: LockState | undefined, one) => merge(sum, one.state),
      giving.length > 0 ? undefined : ended,
    );
    return { ...this.inlining.outOf(node, fn, state, after ?? state), loops: state.loops };
  }

  /** A function that is run by another one: what it returns is of no matter here. */
  private apart(fn: ts.FunctionLikeDeclaration, state: LockState): LockState | undefined {
    const outer = this.returns;
    this.returns = undefined;
    const after = this.body(fn, state);
    this.returns = outer;
    return after;
  }

  /** `await sent` waits for what was begun before. */
  private waitFor(node: ts.Expression, state: LockState): void {
    if (state.open.every((t) => t.holds.length === 0)) return;
    const inner = unwrap(node);
    if (ts.isCallExpression(inner) && !isGathering(inner)) {
      if (ts.isForOfStatement(node.parent) && !this.runs.has(inner)) this.effects.addWork(inner, state);
      return;
    }
    for (const [name, call] of begunBefore(inner, this.bindings)) {
      if (!this.runs.has(call)) this.effects.addWork(call, state, name);
    }
  }

  /** `request(url, (error, response) => ...)` goes on when the answer is there. */
  private waitsByCallback(node: ts.CallExpression, callbacks: number): boolean {
    return callbacks > 0 && !DEFERRED.test(calledName(node)) && speedOf(node, this.bindings) === "slow";
  }

  private callback(
    call: ts.CallExpression,
    fn: ts.Expression,
    transaction: TransactionCall | undefined,
    state: LockState,
  ): LockState {
    if (!isInlineFunction(fn)) return state;
    if (transaction?.kind === "callback" && transaction.body === fn) {
      this.apart(fn, this.effects.beginBy(call, transaction.names, state));
      return state;
    }
    if (DEFERRED.test(calledName(call))) return this.expression(fn, state);
    const each = FOR_EACH.test(calledName(call)) && receiver(call) !== undefined;
    const inside = each ? { ...state, loops: [...state.loops, callbackLoopPlace(call)] } : state;
    const after = this.apart(fn, inside) ?? inside;
    return { ...after, loops: state.loops };
  }
}

/** Names of `await using` and `using` that the statement declares. */
function usedNames(node: ts.Statement): readonly string[] {
  if (!ts.isVariableStatement(node) || (node.declarationList.flags & ts.NodeFlags.Using) === 0) return [];
  return node.declarationList.declarations.flatMap((d) => patternNames(d.name));
}

function givesSomething(value: ts.Expression | undefined): boolean {
  if (value === undefined) return false;
  const inner = unwrap(value);
  if (ts.isArrayLiteralExpression(inner)) return inner.elements.length > 0;
  const empty = [ts.SyntaxKind.NullKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.VoidExpression];
  return !empty.includes(inner.kind) && !(ts.isIdentifier(inner) && inner.text === "undefined");
}

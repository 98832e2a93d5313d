import { ts } from "ts-morph";
import type { LockHold, StatementFact } from "../facts/code.js";
import type { Span } from "../source.js";
import type { SqlItem } from "../sql/read.js";
import type { Bindings } from "./bindings.js";
import { CallWork, isWaitedFor } from "./call-work.js";
import {
  begin,
  end,
  type HoldDraft,
  type LockState,
  lock,
  merge,
  NOTHING_OPEN,
  type OpenTransaction,
} from "./lock-state.js";
import { callbackLoopPlace, loopPlace } from "./loops.js";
import { isOn } from "./mentions.js";
import { calledName, isInlineFunction, receiver, spanOf, unwrap } from "./nodes.js";
import { isSleep, speedOf } from "./slow-calls.js";
import { handedOver, type TransactionCall, transactionCall } from "./transactions.js";

/** What the file runs in a place, with the facts of its statements. */
export interface Run {
  readonly items: readonly SqlItem[];
  readonly facts: readonly StatementFact[];
}

/** Follows the program through every function of the file and tells what happens while a lock is held. */
export function followLocks(
  file: ts.SourceFile,
  bindings: Bindings,
  runs: ReadonlyMap<ts.Node, Run>,
): { readonly holds: readonly LockHold[]; readonly underLock: ReadonlySet<StatementFact> } {
  const flow = new LockFlow(bindings, runs);
  flow.follow(file);
  return flow;
}

/** Their callbacks run later, when the lock is long gone. */
const DEFERRED =
  /^(?:setTimeout|setInterval|setImmediate|nextTick|queueMicrotask|on|once|addListener|addEventListener|afterCommit|subscribe|schedule|process)$/;
const FOR_EACH = /^(?:forEach|map|flatMap|reduce|each|eachSeries|mapSeries|mapLimit|eachLimit)$/;

class LockFlow {
  readonly holds: HoldDraft[] = [];
  /** Writes to rows that may be locked already. */
  readonly underLock: Set<StatementFact> = new Set<StatementFact>();
  private readonly bindings: Bindings;
  private readonly runs: ReadonlyMap<ts.Node, Run>;
  private readonly work: CallWork;
  private readonly roots: ts.FunctionLikeDeclaration[] = [];
  private begun = 0;

  constructor(bindings: Bindings, runs: ReadonlyMap<ts.Node, Run>) {
    this.bindings = bindings;
    this.runs = runs;
    this.work = new CallWork(bindings, (node) => runs.has(node));
  }

  follow(file: ts.SourceFile): void {
    this.statements(file.statements, NOTHING_OPEN);
    for (let root = this.roots.pop(); root !== undefined; root = this.roots.pop()) {
      const name = handedOver(root);
      this.body(root, name === undefined ? NOTHING_OPEN : this.begin([name], NOTHING_OPEN));
    }
  }

  private begin(names: readonly string[], state: LockState): LockState {
    this.begun += 1;
    return begin(state, { id: this.begun, names, depth: state.loops.length, holds: [] });
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
      for (const clause of node.caseBlock.clauses) this.statements(clause.statements, tested);
      return tested;
    }
    if (ts.isLabeledStatement(node)) return this.statement(node.statement, state);
    const after = this.expression(node, state);
    const leaves = ts.isReturnStatement(node) || ts.isThrowStatement(node) || ts.isBreakOrContinueStatement(node);
    return leaves ? undefined : after;
  }

  private loop(node: ts.IterationStatement, state: LockState): LockState {
    const inside = { ...state, loops: [...state.loops, loopPlace(node)] };
    let head: LockState = inside;
    ts.forEachChild(node, (child) => {
      if (child !== node.statement) head = this.expression(child, head);
    });
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
      if ("body" in node) this.roots.push(node as ts.FunctionLikeDeclaration);
      return state;
    }
    if (ts.isCallExpression(node)) return this.call(node, state);
    if (ts.isNewExpression(node) && isSleep(node)) this.addWork(node, state);
    let at = state;
    ts.forEachChild(node, (child) => {
      at = this.expression(child, at);
    });
    return ts.isTaggedTemplateExpression(node) ? this.run(node, at) : at;
  }

  private call(node: ts.CallExpression, state: LockState): LockState {
    const transaction = transactionCall(node);
    const callbacks = node.arguments.filter((argument) => isInlineFunction(unwrap(argument)));
    let at = this.expression(node.expression, state);
    const before = this.workCount(at);
    for (const argument of node.arguments) if (!callbacks.includes(argument)) at = this.expression(argument, at);
    // In callback style what a call does comes before what its callback does.
    if (transaction?.kind === "begin") at = this.begin(transaction.names, at);
    else if (transaction?.kind === "end") at = end(at, transaction.name);
    else if (this.runs.has(node)) at = this.run(node, at);
    const called = at;
    for (const callback of callbacks) at = this.callback(node, unwrap(callback), transaction, at);
    const isWork = transaction === undefined && !this.runs.has(node) && this.workCount(called) === before;
    // The callback may end the transaction: the locks that count are those held when the call was made.
    if (isWork && (isWaitedFor(node) || this.waitsByCallback(node, callbacks.length))) this.addWork(node, called);
    return at;
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
      this.body(fn, this.begin(transaction.names, state));
      return state;
    }
    if (DEFERRED.test(calledName(call))) return this.expression(fn, state);
    const each = FOR_EACH.test(calledName(call)) && receiver(call) !== undefined;
    const inside = each ? { ...state, loops: [...state.loops, callbackLoopPlace(call)] } : state;
    const after = this.body(fn, inside) ?? inside;
    return { ...after, loops: state.loops };
  }

  /** A place where statements are run: locks are taken, transactions begun and ended, rows written. */
  private run(node: ts.Node, state: LockState): LockState {
    const found = this.runs.get(node);
    let at = state;
    let next = 0;
    for (const item of found?.items ?? []) {
      if (item.kind === "begin") at = this.begin(connectionName(node), at);
      else if (item.kind === "commit" || item.kind === "rollback") at = end(at, connectionName(node)[0]);
      else if (item.kind === "statement") at = this.runStatement(node, found!.facts[next++]!, at);
    }
    return at;
  }

  private runStatement(node: ts.Node, fact: StatementFact, state: LockState): LockState {
    const transaction = state.open.findLast((t) => isOn(node, t, this.bindings));
    if (transaction === undefined) return state;
    const { statement } = fact;
    if (statement.lock !== undefined) {
      const locked = lock(state, transaction, fact);
      this.holds.push(locked.hold);
      const around = state.loops[transaction.depth];
      if (around !== undefined) locked.hold.loops.push({ loop: around, kind: "locks", statement: statement.span });
      return locked.state;
    }
    if (statement.verb === "select") return state;
    if (transaction.holds.length > 0) this.underLock.add(fact);
    addWrites(transaction, statement.span, state);
    return state;
  }

  private addWork(node: ts.CallExpression | ts.NewExpression, state: LockState): void {
    for (const transaction of state.open) {
      if (transaction.holds.length === 0) continue;
      const work = ts.isCallExpression(node)
        ? this.work.judge(node, transaction.names.length > 0 && isOn(node, transaction, this.bindings))
        : { text: "setTimeout(...)", span: spanOf(node), speed: "slow" as const, inside: undefined };
      if (work !== undefined) for (const hold of transaction.holds) hold.work.push(work);
    }
  }

  private workCount(state: LockState): number {
    return state.open.reduce((sum, t) => sum + t.holds.reduce((n, hold) => n + hold.work.length, 0), 0);
  }
}

/** A write in a loop that began after the lock was taken is one write a row. */
function addWrites(transaction: OpenTransaction, statement: Span, state: LockState): void {
  for (const hold of transaction.holds) {
    const around = state.loops[hold.depth];
    if (around === undefined || hold.loops.some(({ loop }) => loop === around)) continue;
    hold.loops.push({ loop: around, kind: "writes", statement });
  }
}

/** `conn` in `conn.query("BEGIN")`. */
function connectionName(node: ts.Node): readonly string[] {
  if (!ts.isCallExpression(node)) return [];
  const object = receiver(node);
  const text =
    object && ts.isIdentifier(object)
      ? object.text
      : object && ts.isPropertyAccessExpression(object)
        ? object.getText()
        : undefined;
  return text === undefined ? [] : [text];
}

import { ts } from "ts-morph";
import type { HeldWork, StatementFact } from "../facts/code.js";
import type { Span } from "../source.js";
import type { SqlItem } from "../sql/read.js";
import type { Bindings } from "./bindings.js";
import { CallWork } from "./call-work.js";
import { begin, end, type HoldDraft, type LockState, lock, type OpenTransaction } from "./lock-state.js";
import { isOn, mentions } from "./mentions.js";
import { calledName, receiver, shortCall, spanOf } from "./nodes.js";

/** What the file runs in a place, with the facts of its statements. */
export interface Run {
  readonly items: readonly SqlItem[];
  readonly facts: readonly StatementFact[];
}

/** What statements and calls do to the locks of a transaction; keeps what is found on the way. */
export class LockEffects {
  readonly holds: HoldDraft[] = [];
  /** Writes to rows that may be locked already. */
  readonly underLock: Set<StatementFact> = new Set<StatementFact>();
  private readonly bindings: Bindings;
  private readonly runs: ReadonlyMap<ts.Node, Run>;
  private readonly work: CallWork;
  /** The calls that lead to the function that is followed, outermost first; without a node where nobody waits for it. */
  private readonly calls: {
    readonly node: ts.CallExpression | undefined;
    readonly held: ReadonlySet<HoldDraft>;
    readonly isGiven: boolean;
  }[] = [];
  private begun = 0;

  constructor(bindings: Bindings, runs: ReadonlyMap<ts.Node, Run>) {
    this.bindings = bindings;
    this.runs = runs;
    this.work = new CallWork(bindings, (node) => runs.has(node));
  }

  /** Begins a transaction on the connection called so. */
  begin(names: readonly string[], state: LockState): LockState {
    this.begun += 1;
    return begin(state, { id: this.begun, names, depth: state.loops.length, holds: [] });
  }

  /** Begins a transaction by a call: one inside another, `tx.transaction(...)`, is part of it. */
  beginBy(call: ts.CallExpression, names: readonly string[], state: LockState): LockState {
    const object = receiver(call);
    const outer =
      object && state.open.findLast((t) => t.names.length > 0 && mentions(object, t.names, this.bindings, 0));
    if (outer === undefined) return this.begin(names, state);
    const inside = { ...outer, names: [...outer.names, ...names] };
    return { ...state, open: state.open.map((t) => (t === outer ? inside : t)) };
  }

  /** A place where statements are run: locks are taken, transactions begun and ended, rows written. */
  run(node: ts.Node, state: LockState): LockState {
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

  /** `row.update(...)`, `manager.save(row)`: an entity writes its row. */
  entityWrite(node: ts.CallExpression, state: LockState): void {
    if (!/^(?:save|update|destroy|remove)$/.test(calledName(node))) return;
    const transaction = state.open.findLast((t) => t.names.length > 0 && isOn(node, t, this.bindings));
    if (transaction !== undefined) addWrites(transaction, spanOf(node), state);
  }

  /** A call that is waited for, at `awaited` where that is elsewhere; no matter where no lock is held. */
  addWork(node: ts.CallExpression | ts.NewExpression, state: LockState, awaited?: ts.Node): void {
    for (const transaction of state.open) {
      if (transaction.holds.length === 0) continue;
      const work = ts.isCallExpression(node)
        ? this.work.judge(node, transaction.names.length > 0 && isOn(node, transaction, this.bindings))
        : { text: "setTimeout(...)", span: spanOf(node), speed: "slow" as const, inside: undefined };
      // What was begun before may be anything; only what is known to be slow is told.
      if (work === undefined || (awaited !== undefined && work.speed !== "slow")) continue;
      for (const hold of transaction.holds)
        this.addTo(hold, awaited === undefined ? work : { ...work, span: spanOf(awaited) });
    }
  }

  /** Work of a function that was followed from a call belongs to the call, for whoever held a lock when it was made. */
  private addTo(hold: HoldDraft, work: HeldWork): void {
    const call = this.calls.find((one) => one.held.has(hold));
    if (call === undefined) hold.work.push(work);
    // A function that is given the connection is part of the transaction, unless it does something slow.
    if (call?.node === undefined || (call.isGiven && work.speed === "unknown")) return;
    const span = spanOf(call.node);
    const inside = work.inside ?? { text: work.text, span: work.span };
    const known = hold.work.findIndex((one) => one.span.start === span.start);
    const told = { text: shortCall(call.node), span, speed: work.speed, inside };
    if (known === -1) hold.work.push(told);
    else if (hold.work[known]!.speed === "unknown") hold.work[known] = told;
  }

  /** From here on, what is found happens in a function that `node` calls; until the returned function is called. */
  enterCall(node: ts.CallExpression | undefined, state: LockState): () => void {
    const held = new Set(state.open.flatMap((t) => t.holds));
    const isGiven =
      node !== undefined && state.open.some((t) => t.names.length > 0 && mentions(node, t.names, this.bindings, 0));
    this.calls.push({ node, held, isGiven });
    return () => this.calls.pop();
  }

  /** Number of calls that count as work under the locks held. */
  workCount(state: LockState): number {
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

import { ts } from "ts-morph";
import type { Bindings } from "./bindings.js";
import { heldBy, ownFunction, patternNames } from "./function-calls.js";
import type { Run } from "./lock-effects.js";
import type { LockState, OpenTransaction } from "./lock-state.js";
import { mentions } from "./mentions.js";
import { calledName, receiver, rootName } from "./nodes.js";

const MAX_DEPTH = 3;
/** A function is followed from so many calls; what more of them do to a lock is not looked at. */
const MAX_VISITS = 10;

/** Which functions of the file are followed from their calls, and what their connections are called on the way in and out. */
export class Inlining {
  private readonly bindings: Bindings;
  private readonly runs: ReadonlyMap<ts.Node, Run>;
  private readonly touching = new Map<ts.Node, boolean>();
  private readonly visits = new Map<ts.Node, number>();
  private readonly open: ts.Node[] = [];

  constructor(bindings: Bindings, runs: ReadonlyMap<ts.Node, Run>) {
    this.bindings = bindings;
    this.runs = runs;
  }

  /** The function to follow; `undefined` where it has nothing to do with locks, or was followed often enough. */
  enter(call: ts.CallExpression): ts.FunctionLikeDeclaration | undefined {
    const fn = ownFunction(call, this.bindings);
    if (fn === undefined || this.open.includes(fn) || this.open.length >= MAX_DEPTH || !this.touches(fn, 0))
      return undefined;
    const visits = this.visits.get(fn) ?? 0;
    if (visits >= MAX_VISITS) return undefined;
    this.visits.set(fn, visits + 1);
    this.open.push(fn);
    return fn;
  }

  leave(): void {
    this.open.pop();
  }

  /** True for a function that runs statements, or begins or ends a transaction. */
  private touches(fn: ts.FunctionLikeDeclaration, depth: number): boolean {
    const known = this.touching.get(fn);
    if (known !== undefined) return known;
    this.touching.set(fn, false);
    const visit = (node: ts.Node): boolean => {
      if (this.runs.has(node)) return true;
      if (ts.isCallExpression(node)) {
        if (/^(?:begin|commit|rollback|startTransaction)/.test(calledName(node))) return true;
        const inner = depth < MAX_DEPTH ? ownFunction(node, this.bindings) : undefined;
        if (inner !== undefined && this.touches(inner, depth + 1)) return true;
      }
      return ts.forEachChild(node, (child) => visit(child) || undefined) ?? false;
    };
    const result = fn.body !== undefined && visit(fn.body);
    this.touching.set(fn, result);
    return result;
  }

  /** State at the beginning of the function: connections are called what its parameters are called. */
  into(call: ts.CallExpression, fn: ts.FunctionLikeDeclaration, state: LockState): LockState {
    const parameters = fn.parameters.map((p) => patternNames(p.name));
    const own = new Set(parameters.flat());
    const open = state.open.map((transaction): OpenTransaction => {
      const { names } = transaction;
      const object = receiver(call);
      // A method of something that was made from the connection: `new Repo(conn)`.
      const isHandle = object !== undefined && mentions(object, names, this.bindings, 0);
      if (names.length === 0 || isHandle) return { ...transaction, names: [] };
      const given = call.arguments.flatMap((argument, index) =>
        mentions(argument, names, this.bindings, 0) ? (parameters[index] ?? []) : [],
      );
      const inside = [...names.filter((name) => !own.has(name)), ...given];
      // Without a name everything would run on it.
      return { ...transaction, names: inside.length === 0 ? ["(not in reach)"] : inside };
    });
    return { ...state, open };
  }

  /** State after the call: connections are called what they were called, and a new one what takes the result. */
  outOf(call: ts.CallExpression, fn: ts.FunctionLikeDeclaration, before: LockState, after: LockState): LockState {
    const parameters = fn.parameters.map((p) => patternNames(p.name));
    const open = after.open.map((transaction): OpenTransaction => {
      const known = before.open.find((t) => t.id === transaction.id);
      if (known !== undefined) return { ...transaction, names: known.names };
      const given = parameters.findIndex((names) => names.some((name) => transaction.names.includes(name)));
      const argument = given === -1 ? undefined : call.arguments[given];
      const name = argument === undefined ? heldBy(call) : rootName(argument);
      return name === undefined ? transaction : { ...transaction, names: [...transaction.names, name] };
    });
    return { ...after, open };
  }
}

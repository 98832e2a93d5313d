import { ts } from "ts-morph";
import type { Bindings } from "../bindings.js";
import { isWaitedFor } from "../call-work.js";
import type { Run } from "../lock-effects.js";
import { calledName, isFunctionNode, isInlineFunction, receiver, rootName, unwrap } from "../nodes.js";
import { isSleep, speedOf } from "../slow-calls.js";
import { transactionCall } from "../transactions.js";
import { opposite, type Rows, rowsWhere } from "./row-tests.js";
import { isBlockingPop, isSleepCall, isTurnLoop, type Summaries } from "./summaries.js";

/** When a place of a turn is reached: every turn, only with rows, only without, or for a reason of its own. */
export type When = "always" | "some" | "none" | "maybe";

export interface SleepPlace {
  readonly node: ts.CallExpression | ts.NewExpression;
  readonly when: When;
  /** Once for each row. */
  readonly inRows: boolean;
}

/** Goes through one turn of a loop and tells when it sleeps. */
export class TurnWalker {
  readonly sleeps: SleepPlace[] = [];
  /** Somewhere it may wait, for whatever reason. */
  pauses = false;
  /** Code that runs once for each row. */
  readonly rowBodies: ts.Node[] = [];
  private readonly names: ReadonlySet<string>;
  private readonly bindings: Bindings;
  private readonly runs: ReadonlyMap<ts.Node, Run>;
  private readonly summaries: Summaries;
  private inRows = false;

  /** `names`: the variables that hold what the turn has taken. */
  constructor(names: ReadonlySet<string>, bindings: Bindings, runs: ReadonlyMap<ts.Node, Run>, summaries: Summaries) {
    this.names = names;
    this.bindings = bindings;
    this.runs = runs;
    this.summaries = summaries;
  }

  walk(body: ts.Node): void {
    if (ts.isStatement(body)) this.statement(body, "always");
    else this.expression(body, "always");
  }

  /** Returns when the statement after it is reached. */
  private statement(node: ts.Statement, when: When): When {
    if (ts.isBlock(node)) {
      let at = when;
      for (const one of node.statements) at = this.statement(one, at);
      return at;
    }
    if (ts.isIfStatement(node)) return this.ifStatement(node, when);
    if (ts.isForOfStatement(node) || ts.isForInStatement(node)) {
      this.expression(node.expression, when);
      if (this.names.has(rootName(node.expression) ?? "")) this.rows(node.statement, when);
      else this.statement(node.statement, "maybe");
      return when;
    }
    // A loop of its own has turns of its own; that it waits counts all the same.
    if (isTurnLoop(node)) {
      this.pauses = true;
      return when;
    }
    if (ts.isTryStatement(node)) {
      const after = this.statement(node.tryBlock, when);
      if (node.catchClause !== undefined) this.statement(node.catchClause.block, "maybe");
      if (node.finallyBlock !== undefined) this.statement(node.finallyBlock, when);
      return after;
    }
    if (ts.isSwitchStatement(node)) {
      for (const clause of node.caseBlock.clauses) for (const one of clause.statements) this.statement(one, "maybe");
      return when;
    }
    if (ts.isLabeledStatement(node)) return this.statement(node.statement, when);
    this.expression(node, when);
    return when;
  }

  private ifStatement(node: ts.IfStatement, when: When): When {
    this.expression(node.expression, when);
    const rows = rowsWhere(node.expression, this.names);
    this.statement(node.thenStatement, narrow(when, rows));
    if (node.elseStatement !== undefined) this.statement(node.elseStatement, narrow(when, opposite(rows)));
    const last = lastStatement(node.thenStatement);
    const leaves =
      last !== undefined &&
      (ts.isBreakOrContinueStatement(last) || ts.isReturnStatement(last) || ts.isThrowStatement(last));
    if (!leaves) return when;
    if (rows === "unknown") return ts.isContinueStatement(last) ? "maybe" : when;
    return narrow(when, opposite(rows));
  }

  private rows(body: ts.Node, when: When, call: ts.Node = body): void {
    this.rowBodies.push(call);
    const before = this.inRows;
    this.inRows = true;
    const inside = when === "always" ? "some" : when;
    if (ts.isStatement(body)) this.statement(body, inside);
    else this.expression(body, inside);
    this.inRows = before;
  }

  private expression(node: ts.Node, when: When): void {
    if (isFunctionNode(node)) {
      this.callback(node, when);
      return;
    }
    if (ts.isConditionalExpression(node)) {
      const rows = rowsWhere(node.condition, this.names);
      this.expression(node.condition, when);
      this.expression(node.whenTrue, narrow(when, rows));
      this.expression(node.whenFalse, narrow(when, opposite(rows)));
      return;
    }
    if (ts.isNewExpression(node) && isSleep(node)) {
      this.addSleep(node, when);
      return;
    }
    if (ts.isCallExpression(node)) this.call(node, when);
    ts.forEachChild(node, (child) => this.expression(child, when));
  }

  private call(node: ts.CallExpression, when: When): void {
    if (isBlockingPop(node)) this.pauses = true;
    // Of a chain the last call stands for all: a long one would be gone up again and again.
    if (ts.isPropertyAccessExpression(node.parent) && ts.isCallExpression(node.parent.parent)) return;
    const summary = this.summaries.ofCall(node);
    if (isWaitedFor(node) && (isSleepCall(node) || summary?.isSleep === true)) {
      this.addSleep(node, when);
      return;
    }
    if (summary?.pauses === true) this.pauses = true;
    if (summary !== undefined || this.runs.has(node) || !isWaitedFor(node)) return;
    if (transactionCall(node, this.bindings) !== undefined || QUIET.test(calledName(node))) return;
    // What is done with rows is no pause for turns that have none.
    if ((when === "always" || when === "none" || when === "maybe") && speedOf(node, this.bindings) !== "pure")
      this.pauses = true;
  }

  private callback(fn: ts.Node, when: When): void {
    if (!isInlineFunction(fn)) return;
    const call = ts.isCallExpression(fn.parent) ? fn.parent : undefined;
    const isEach = call !== undefined && EACH.test(calledName(call)) && this.names.has(rootName(call) ?? "");
    if (isEach) this.rows(fn.body, when, call);
    else {
      const isTransaction = call !== undefined && transactionCall(call, this.bindings)?.kind === "callback";
      const inside = isTransaction || call?.expression === fn ? when : "maybe";
      if (ts.isBlock(fn.body)) this.statement(fn.body, inside);
      else this.expression(fn.body, inside);
    }
  }

  private addSleep(node: SleepPlace["node"], when: When): void {
    this.pauses = true;
    this.sleeps.push({ node, when, inRows: this.inRows });
  }
}

const EACH = /^(?:forEach|map|flatMap|reduce)$/;
const QUIET =
  /^(?:getConnection|acquire|release|commit|rollback|begin\w*|end|connect|all|allSettled|query|execute|then)$/;

function narrow(when: When, rows: Rows): When {
  if (rows === "unknown" || when === "maybe") return "maybe";
  return when === "always" || when === rows ? rows : "maybe";
}

function lastStatement(node: ts.Statement): ts.Statement | undefined {
  return ts.isBlock(node) ? node.statements.at(-1) : node;
}

/** A pause whose length does not depend on what was found: a number above 10 ms, a constant, a setting. */
export function isFixed(
  sleep: SleepPlace["node"],
  loop: ts.Node,
  names: ReadonlySet<string>,
  bindings: Bindings,
): boolean {
  const time = timeOf(sleep);
  if (time === undefined) return false;
  const isFixedPart = (node: ts.Expression): boolean => {
    const inner = unwrap(node);
    if (ts.isNumericLiteral(inner)) return true;
    if (ts.isBinaryExpression(inner)) return isFixedPart(inner.left) && isFixedPart(inner.right);
    if (ts.isCallExpression(inner))
      return /^Math\.\w+$/.test(inner.expression.getText()) && inner.arguments.every(isFixedPart);
    if (ts.isPropertyAccessExpression(inner))
      return !isWritten(inner.name.text, loop) && !names.has(rootName(inner) ?? "");
    if (!ts.isIdentifier(inner) || names.has(inner.text)) return false;
    const declared = bindings.find(inner);
    if (declared === undefined || loop.pos > declared.node.pos)
      return declared === undefined || !isWritten(inner.text, loop);
    // Declared in the turn itself: it may be anything.
    return declared.kind !== "variable" || declared.node.pos < loop.pos || declared.initializer === undefined
      ? !isWritten(inner.text, loop) && declared.node.pos < loop.pos
      : isFixedPart(declared.initializer);
  };
  const inner = unwrap(time);
  return !(ts.isNumericLiteral(inner) && Number(inner.text) <= 10) && isFixedPart(inner);
}

/** `1000` of `sleep(1000)`, `setTimeout(1000)`, `new Promise((resolve) => setTimeout(resolve, 1000))`. */
function timeOf(sleep: SleepPlace["node"]): ts.Expression | undefined {
  if (ts.isCallExpression(sleep)) {
    const isTimer = calledName(sleep) === "setTimeout" && sleep.arguments.length > 1 && receiver(sleep) === undefined;
    const [first, second] = sleep.arguments;
    return isTimer && second !== undefined && !ts.isNumericLiteral(unwrap(first!)) ? second : first;
  }
  let time: ts.Expression | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && calledName(node) === "setTimeout") time ??= node.arguments[1];
    ts.forEachChild(node, visit);
  };
  visit(sleep);
  return time;
}

/** `delay = ...`, `this.delay *= 2` somewhere in the loop. */
function isWritten(name: string, loop: ts.Node): boolean {
  return new RegExp(`\\b${name.replace(/\$/g, "\\$")}\\s*(?:[-+*/]?=(?!=)|\\+\\+|--)`).test(loop.getText());
}

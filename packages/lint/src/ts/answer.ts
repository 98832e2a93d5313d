import { ts } from "ts-morph";
import type { StatementFact } from "../facts/code.js";
import { calledName, isFunctionNode, unwrap } from "./nodes.js";

/** Calls on a promise or a chain that hand its answer on unread. */
const PASSING = /^(?:execute|then|catch|finally|run|exec|transacting|toPromise)$/;

/** What becomes of the answer of a call that runs a statement: a text that only stands somewhere has none. */
export function answerOf(node: ts.Node): StatementFact["answer"] {
  if (!ts.isCallExpression(node) && !ts.isTaggedTemplateExpression(node)) return "unknown";
  if (ts.isCallExpression(node) && takesAnswer(node)) return "used";
  let at: ts.Node = node;
  let isWaitedFor = false;
  for (let parent = at.parent; parent !== undefined; at = parent, parent = at.parent) {
    // A chain of a builder that nobody waits for does not run.
    if (ts.isExpressionStatement(parent)) return isWaitedFor ? "ignored" : "unknown";
    if (ts.isVariableDeclaration(parent)) return isRead(parent) ? "used" : "ignored";
    if (ts.isPropertyAccessExpression(parent)) {
      const call = parent.parent;
      if (!ts.isCallExpression(call) || call.expression !== parent || !PASSING.test(parent.name.text)) return "used";
      if (takesAnswer(call)) return "used";
      if (/^(?:then|catch|finally)$/.test(parent.name.text)) isWaitedFor = true;
      at = parent;
      parent = call;
      continue;
    }
    const isWrapped =
      ts.isAwaitExpression(parent) ||
      ts.isParenthesizedExpression(parent) ||
      ts.isVoidExpression(parent) ||
      ts.isAsExpression(parent) ||
      ts.isNonNullExpression(parent);
    if (!isWrapped) return "used";
    if (ts.isAwaitExpression(parent) || ts.isVoidExpression(parent)) isWaitedFor = true;
  }
  return "unknown";
}

/** `query(sql, values, (error, result) => ...)`, `.then((result) => ...)` */
function takesAnswer(call: ts.CallExpression): boolean {
  return call.arguments.some((argument) => {
    const given = unwrap(argument);
    if (!isFunctionNode(given)) return ts.isIdentifier(given) && calledName(call) === "then";
    return calledName(call) === "catch" ? false : given.parameters.length > (calledName(call) === "then" ? 0 : 1);
  });
}

/** Whether a name that the declaration makes is mentioned behind it. */
function isRead(declaration: ts.VariableDeclaration): boolean {
  const names = new Set<string>();
  addNames(declaration.name, names);
  const mentions = lastMentions(ts.findAncestor(declaration, isFunctionNode)?.body ?? declaration.getSourceFile());
  return [...names].some((name) => (mentions.get(name) ?? -1) >= declaration.end);
}

/** A body is gone through once, however many statements it runs. */
const remembered = new WeakMap<ts.Node, ReadonlyMap<string, number>>();

function lastMentions(body: ts.Node): ReadonlyMap<string, number> {
  const known = remembered.get(body);
  if (known !== undefined) return known;
  const last = new Map<string, number>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) last.set(node.text, node.pos);
    ts.forEachChild(node, visit);
  };
  visit(body);
  remembered.set(body, last);
  return last;
}

function addNames(name: ts.BindingName, names: Set<string>): void {
  if (ts.isIdentifier(name)) names.add(name.text);
  else for (const element of name.elements) if (!ts.isOmittedExpression(element)) addNames(element.name, names);
}

/** True where the call runs because something has failed: in a `catch`, or in the callback of `.catch(...)`. */
export function isAfterFailure(node: ts.Node): boolean {
  const around = ts.findAncestor(node, (at) => {
    if (ts.isCatchClause(at)) return true;
    return isFunctionNode(at) && ts.isCallExpression(at.parent) && calledName(at.parent) === "catch";
  });
  return around !== undefined;
}

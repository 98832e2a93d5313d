import { ts } from "ts-morph";
import type { Deed } from "../../facts/program.js";
import { isFunctionNode, rootName } from "../nodes.js";

const LOGS = /^(?:console|log|logger|this\.log|this\.logger|ctx|Sentry|winston|pino)$/;

/** The `catch` that only logs, where all that the function waits for stands in its `try`. */
export function swallowedIn(body: ts.Node | undefined): Deed | undefined {
  if (body === undefined || !ts.isBlock(body)) return undefined;
  const attempts = body.statements.filter(ts.isTryStatement);
  const [attempt] = attempts;
  if (attempt?.catchClause === undefined || attempts.length > 1) return undefined;
  if (!waits(attempt.tryBlock) || body.statements.some((one) => one !== attempt && waits(one))) return undefined;
  // What comes after it may look at what has happened.
  if (body.statements.at(-1) !== attempt || waits(attempt.finallyBlock)) return undefined;
  const { catchClause } = attempt;
  if (!catchClause.block.statements.every(onlyLogs)) return undefined;
  return { text: "catch", span: { start: catchClause.getStart(), end: catchClause.block.getStart() } };
}

function waits(node: ts.Node | undefined): boolean {
  if (node === undefined || isFunctionNode(node)) return false;
  return ts.isAwaitExpression(node) || (ts.forEachChild(node, (child) => waits(child) || undefined) ?? false);
}

/** `console.error(...)`, `ctx.log.warn(...)` */
function onlyLogs(node: ts.Statement): boolean {
  if (!ts.isExpressionStatement(node)) return false;
  const call = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  if (!ts.isCallExpression(call)) return false;
  const root = rootName(call) ?? "";
  return LOGS.test(root) && (root !== "ctx" || /^ctx\.log\b/.test(call.expression.getText()));
}

import { ts } from "ts-morph";
import type { Swallow } from "../../facts/program.js";
import { isFunctionNode, rootName } from "../nodes.js";

const LOGS = /^(?:console|log|logger|this\.log|this\.logger|ctx|Sentry|winston|pino)$/;

/** The `catch` that only logs, where all that the function waits for stands in its `try`. */
export function swallowedIn(body: ts.Node | undefined): Swallow | undefined {
  if (body === undefined || !ts.isBlock(body)) return undefined;
  const attempts = body.statements.filter(ts.isTryStatement);
  const [attempt] = attempts;
  if (attempt?.catchClause === undefined || attempts.length > 1) return undefined;
  if (!waits(attempt.tryBlock) || body.statements.some((one) => one !== attempt && waits(one))) return undefined;
  // What comes after it may look at what has happened.
  if (body.statements.at(-1) !== attempt || waits(attempt.finallyBlock)) return undefined;
  const { catchClause } = attempt;
  if (!catchClause.block.statements.every(onlyLogs)) return undefined;
  const span = { start: catchClause.getStart(), end: catchClause.block.getStart() };
  return { text: "catch", span, rethrow: rethrowOf(catchClause) };
}

function rethrowOf({ variableDeclaration, block }: ts.CatchClause): Swallow["rethrow"] {
  const last = block.statements.at(-1);
  const name = variableDeclaration?.name;
  if (last === undefined || name === undefined || !ts.isIdentifier(name)) return undefined;
  const { text } = block.getSourceFile();
  const line = text.slice(text.lastIndexOf("\n", last.getStart()) + 1, last.getStart());
  // What shares its line with something else is followed on that line.
  const indent = /^\s*$/.test(line) ? `\n${line}` : " ";
  return { at: last.end, name: name.text, indent };
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

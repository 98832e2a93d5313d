import { ts } from "ts-morph";
import { calledName, isFunctionNode, isInlineFunction, receiver, unwrap } from "../ts/nodes.js";

/** A call whose answer another call is made on; the first one of a chain counts all the same: `send(x).catch(...)`. */
export function isLink(call: ts.CallExpression): boolean {
  const object = receiver(call);
  return object !== undefined && ts.isCallExpression(object);
}

export function isPromise(node: ts.NewExpression): boolean {
  return ts.isIdentifier(node.expression) && node.expression.text === "Promise";
}

/** `redis.xgroup(...).catch(...)`, `redis.xgroup(...).then(done, failed)`, or a callback that gets the error. */
export function isCaughtHere(call: ts.CallExpression): boolean {
  if (call.arguments.some((argument) => isInlineFunction(unwrap(argument)))) return true;
  const { parent } = call;
  if (!ts.isPropertyAccessExpression(parent) || !ts.isCallExpression(parent.parent)) return false;
  if (parent.name.text === "catch") return true;
  return parent.name.text === "then" && (parent.parent.arguments.length > 1 || isCaughtHere(parent.parent));
}

/** `setTimeout(() => poll(), 1000)` within `poll`. */
export function callsItself(fn: ts.ArrowFunction | ts.FunctionExpression, call: ts.CallExpression): boolean {
  const around = ts.findAncestor(call, isFunctionNode);
  const holder = around?.parent;
  const name = around?.name ?? (holder !== undefined && ts.isVariableDeclaration(holder) ? holder.name : undefined);
  if (name === undefined || !ts.isIdentifier(name)) return false;
  return ts.isCallExpression(fn.body)
    ? calledName(fn.body) === name.text
    : ts.isBlock(fn.body) && fn.body.statements.some((statement) => statement.getText().includes(`${name.text}(`));
}

/** `@Cron("* * * * *")`, `@Interval(1000)` */
export function isScheduled(fn: ts.MethodDeclaration): boolean {
  return (ts.getDecorators(fn) ?? []).some((decorator) => /^(?:Cron|Interval)\b/.test(decorator.expression.getText()));
}

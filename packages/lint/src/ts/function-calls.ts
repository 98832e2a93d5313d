import { ts } from "ts-morph";
import type { Bindings } from "./bindings.js";
import { calledName, receiver, unwrap } from "./nodes.js";

/** The function of this file that a call runs: `next()`, `this.next()`. */
export function ownFunction(call: ts.CallExpression, bindings: Bindings): ts.FunctionLikeDeclaration | undefined {
  const object = receiver(call);
  const isOwn = object === undefined || object.kind === ts.SyntaxKind.ThisKeyword;
  const fn = isOwn ? bindings.functionNamed(calledName(call)) : undefined;
  return fn?.body === undefined ? undefined : fn;
}

/** The function of this file that an argument names: `work`, `this.work`, `this.work.bind(this)`. */
export function namedFunction(argument: ts.Expression, bindings: Bindings): ts.FunctionLikeDeclaration | undefined {
  let at = unwrap(argument);
  if (ts.isCallExpression(at) && calledName(at) === "bind") at = receiver(at) ?? at;
  if (ts.isIdentifier(at)) return withBody(bindings.functionNamed(at.text));
  return ts.isPropertyAccessExpression(at) && at.expression.kind === ts.SyntaxKind.ThisKeyword
    ? withBody(bindings.functionNamed(at.name.text))
    : undefined;
}

function withBody(fn: ts.FunctionLikeDeclaration | undefined): ts.FunctionLikeDeclaration | undefined {
  return fn?.body === undefined ? undefined : fn;
}

/** The names that a parameter or a pattern declares. */
export function patternNames(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : patternNames(element.name)));
}

/** The variable that takes what a call returns: `t` in `const t = await open()`, also without `const`. */
export function heldBy(call: ts.CallExpression): string | undefined {
  const value = ts.isAwaitExpression(call.parent) ? call.parent : call;
  const holder = value.parent;
  if (ts.isVariableDeclaration(holder) && ts.isIdentifier(holder.name)) return holder.name.text;
  return ts.isBinaryExpression(holder) && ts.isIdentifier(holder.left) ? holder.left.text : undefined;
}

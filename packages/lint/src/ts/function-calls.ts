import { ts } from "ts-morph";
import type { Bindings, Declared } from "./bindings.js";
import { calledName, isInlineFunction, keyOf, receiver, unwrap } from "./nodes.js";

/** The function of this file that a call runs: `next()`, `this.next()`, `repo.next()` of an object or a class of this file. */
export function ownFunction(call: ts.CallExpression, bindings: Bindings): ts.FunctionLikeDeclaration | undefined {
  const object = receiver(call);
  if (object === undefined || object.kind === ts.SyntaxKind.ThisKeyword)
    return withBody(bindings.functionNamed(calledName(call)));
  const declared = ts.isIdentifier(object) ? bindings.find(object) : undefined;
  return declared && withBody(memberFunction(declared, calledName(call), bindings));
}

/** A method of `{ next() {...} }`, of an instance that `new Repo()` made, or a static one of `Repo`. */
function memberFunction(declared: Declared, name: string, bindings: Bindings): ts.FunctionLikeDeclaration | undefined {
  const made = declared.initializer && unwrap(declared.initializer);
  if (made !== undefined && ts.isObjectLiteralExpression(made)) {
    for (const entry of made.properties) {
      if (entry.name === undefined || keyOf(entry.name) !== name) continue;
      if (ts.isMethodDeclaration(entry)) return entry;
      const value = ts.isPropertyAssignment(entry) ? unwrap(entry.initializer) : undefined;
      return value !== undefined && isInlineFunction(value) ? value : undefined;
    }
    return undefined;
  }
  const named =
    made !== undefined && ts.isNewExpression(made) && ts.isIdentifier(made.expression) ? made.expression : undefined;
  const type = named === undefined ? declared.node : bindings.find(named)?.node;
  if (type === undefined || !ts.isClassLike(type)) return undefined;
  return type.members.find(
    (one): one is ts.MethodDeclaration => ts.isMethodDeclaration(one) && keyOf(one.name) === name,
  );
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

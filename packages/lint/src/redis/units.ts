import { ts } from "ts-morph";
import type { TimeUnit } from "../facts/redis.js";
import type { Bindings } from "../ts/bindings.js";
import { calledName, receiver, unwrapAwait } from "../ts/nodes.js";
import { staticValue } from "../ts/values.js";

const MAX_DEPTH = 12;

/** The unit of an expression that is a time counted from now; `undefined` where it is none, or not known. */
export function unitOf(node: ts.Expression, bindings: Bindings, depth = 0): TimeUnit | undefined {
  const inner = unwrapAwait(node);
  if (depth > MAX_DEPTH) return undefined;
  const next = (other: ts.Expression): TimeUnit | undefined => unitOf(other, bindings, depth + 1);
  if (ts.isCallExpression(inner)) return ofCall(inner, bindings, next);
  if (ts.isBinaryExpression(inner)) return ofOperation(inner, bindings, next);
  if (ts.isPrefixUnaryExpression(inner)) return isNewDate(inner.operand) ? "milliseconds" : next(inner.operand);
  // `${now}`
  if (ts.isTemplateExpression(inner) && inner.head.text === "" && inner.templateSpans.length === 1)
    return inner.templateSpans[0]!.literal.text === "" ? next(inner.templateSpans[0]!.expression) : undefined;
  if (ts.isConditionalExpression(inner)) return next(inner.whenTrue) ?? next(inner.whenFalse);
  if (!ts.isIdentifier(inner)) return undefined;
  const initializer = bindings.find(inner)?.initializer;
  return initializer === undefined ? undefined : next(initializer);
}

type Next = (node: ts.Expression) => TimeUnit | undefined;

function ofCall(call: ts.CallExpression, bindings: Bindings, next: Next): TimeUnit | undefined {
  const name = calledName(call);
  const object = receiver(call);
  const [argument] = call.arguments;
  if (object !== undefined && ts.isIdentifier(object)) {
    if (object.text === "Date" && name === "now") return "milliseconds";
    if (object.text === "Math" && argument !== undefined && /^(?:floor|round|ceil|trunc)$/.test(name))
      return next(argument);
  }
  if (object === undefined) {
    if (argument !== undefined && /^(?:Number|String|parseInt|BigInt)$/.test(name)) return next(argument);
    return ofOwnFunction(name, bindings, next);
  }
  if (/^(?:getTime|valueOf)$/.test(name))
    return isNewDate(object) || isDateLibrary(object) ? "milliseconds" : undefined;
  if (/^unix$/.test(name)) return "seconds";
  return /^(?:toString|toFixed)$/.test(name) ? next(object) : undefined;
}

/** `const now = () => Math.floor(Date.now() / 1000)` */
function ofOwnFunction(name: string, bindings: Bindings, next: Next): TimeUnit | undefined {
  const body = bindings.functionNamed(name)?.body;
  if (body === undefined) return undefined;
  if (!ts.isBlock(body)) return next(body);
  const [only, ...others] = body.statements;
  return only !== undefined && others.length === 0 && ts.isReturnStatement(only) && only.expression !== undefined
    ? next(only.expression)
    : undefined;
}

function ofOperation(node: ts.BinaryExpression, bindings: Bindings, next: Next): TimeUnit | undefined {
  const { SyntaxKind } = ts;
  switch (node.operatorToken.kind) {
    case SyntaxKind.PlusToken:
      return next(node.left) ?? next(node.right);
    case SyntaxKind.MinusToken:
      return isTime(node.right) || next(node.right) !== undefined ? undefined : next(node.left);
    case SyntaxKind.BarToken:
      // `(Date.now() / 1000) | 0`
      return next(node.left);
    case SyntaxKind.SlashToken:
      return isThousand(node.right, bindings) && next(node.left) === "milliseconds" ? "seconds" : undefined;
    case SyntaxKind.AsteriskToken:
      return isThousand(node.right, bindings) && next(node.left) === "seconds" ? "milliseconds" : undefined;
    default:
      return undefined;
  }
}

/** By its name: the difference of two times is a duration. */
function isTime(node: ts.Expression): boolean {
  const inner = unwrapAwait(node);
  const name = ts.isIdentifier(inner) ? inner.text : ts.isPropertyAccessExpression(inner) ? inner.name.text : "";
  return /start|began|begin|since|before|last|created|time$|At$|_at$|^t\d?$/i.test(name);
}

function isThousand(node: ts.Expression, bindings: Bindings): boolean {
  const inner = unwrapAwait(node);
  return ts.isNumericLiteral(inner) ? Number(inner.text) === 1000 : staticValue(inner, bindings) === 1000;
}

function isNewDate(node: ts.Expression): boolean {
  const inner = unwrapAwait(node);
  return ts.isNewExpression(inner) && ts.isIdentifier(inner.expression) && inner.expression.text === "Date";
}

/** `dayjs().valueOf()` */
function isDateLibrary(node: ts.Expression): boolean {
  let at = unwrapAwait(node);
  while (ts.isCallExpression(at) && ts.isPropertyAccessExpression(at.expression))
    at = unwrapAwait(at.expression.expression);
  return ts.isCallExpression(at) && /^(?:dayjs|moment)$/.test(calledName(at));
}

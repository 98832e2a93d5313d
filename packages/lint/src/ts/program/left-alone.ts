import { ts } from "ts-morph";
import type { Bindings } from "../bindings.js";
import { ownFunction } from "../function-calls.js";
import type { Run } from "../lock-effects.js";
import { calledName, isFunctionNode, isInlineFunction, receiver, rootName, unwrap } from "../nodes.js";

/** Losing a line of a log with the process is nobody's job. */
const ASIDE = /log|metric|track|trace|stat|telemetry|analytics|audit|debug|report|emit|warm|prefetch/i;
const NETWORK = /^(?:fetch|axios|got|ky|needle|superagent|nodeFetch)$/;
const SENDS = /^send(?:Mail|Email|Sms|SMS|Notification|Push|Webhook)$/;

/** True for a call that is a statement of its own although it gives a promise of the job's own work. */
export function isLeftAlone(
  call: ts.CallExpression,
  context: string | undefined,
  bindings: Bindings,
  runs: ReadonlyMap<ts.Node, Run>,
): boolean {
  if (!ts.isExpressionStatement(call.parent)) return false;
  const started = startOf(call);
  if (started === undefined || ASIDE.test(started.expression.getText())) return false;
  const name = calledName(started);
  const object = receiver(started);
  const callbacks = started.arguments.filter((argument) => isInlineFunction(unwrap(argument)));
  if (isAsyncEach(started, callbacks)) return true;
  if (context !== undefined && object !== undefined && rootName(object) === context)
    return /^(?:transaction|once)$/.test(name);
  if (callbacks.length > 0 && !runsRows(started)) return false;
  if (isGathering(started)) return true;
  if (runs.get(started)?.facts.some((fact) => fact.statement.verb !== "select")) return true;
  const fn = ownFunction(started, bindings);
  if (fn !== undefined) return isAsync(fn) && hasAwait(fn);
  return NETWORK.test(rootName(started.expression) ?? "") || SENDS.test(name);
}

/** The call that a chain of `.then()` starts with; nothing where somebody looks after its errors, or its end. */
function startOf(call: ts.CallExpression): ts.CallExpression | undefined {
  let at: ts.CallExpression = call;
  while (ts.isPropertyAccessExpression(at.expression) && /^(?:then|catch|finally)$/.test(calledName(at))) {
    if (calledName(at) !== "then" || at.arguments.length > 1) return undefined;
    const inner = unwrap(at.expression.expression);
    if (!ts.isCallExpression(inner)) return undefined;
    at = inner;
  }
  return at;
}

/** `rows.forEach(async (row) => ...)`, `setTimeout(async () => ...)` */
function isAsyncEach(call: ts.CallExpression, callbacks: readonly ts.Expression[]): boolean {
  const name = calledName(call);
  const isEach = /^(?:forEach|map)$/.test(name) && receiver(call) !== undefined;
  if (!isEach && !/^(?:setTimeout|setImmediate|nextTick)$/.test(name)) return false;
  return callbacks.some((callback) => {
    const fn = unwrap(callback);
    return isInlineFunction(fn) && isAsync(fn) && hasAwait(fn);
  });
}

/** `Promise.all(rows.map(...))` */
function isGathering(call: ts.CallExpression): boolean {
  return runsRows(call) && call.arguments.length > 0;
}

function runsRows(call: ts.CallExpression): boolean {
  const object = receiver(call);
  return object !== undefined && object.getText() === "Promise" && /^(?:all|allSettled)$/.test(calledName(call));
}

function isAsync(fn: ts.Node): boolean {
  return (
    ts.canHaveModifiers(fn) && ts.getModifiers(fn)?.some((one) => one.kind === ts.SyntaxKind.AsyncKeyword) === true
  );
}

function hasAwait(fn: ts.FunctionLikeDeclaration): boolean {
  const visit = (node: ts.Node): boolean => {
    if (ts.isAwaitExpression(node)) return true;
    if (isFunctionNode(node)) return false;
    return ts.forEachChild(node, (child) => visit(child) || undefined) ?? false;
  };
  return fn.body !== undefined && visit(fn.body);
}

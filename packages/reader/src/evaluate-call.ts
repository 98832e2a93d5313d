import { columnHelpers, nearest, type StaticUnknown, type StaticValue } from "@queuegen/model";
import { ts } from "ts-morph";
import { evaluate } from "./evaluate.js";
import { targetOf } from "./evaluate-reference.js";
import { readPayloadType } from "./payload-type.js";
import { notStatic, packageName, report, type Scope } from "./reading.js";
import { rangeOf } from "./source-range.js";

/** A call of a column helper; any other call is code. */
export function evaluateCall(node: ts.CallExpression, scope: Scope): StaticValue {
  const helper = importedFromQueuegen(node.expression, scope);
  if (helper === undefined) return tellCall(node, scope);
  if (helper === "defineQueue") return notStatic(node, scope, "must stand at the top level of the file");
  const [typeArgument] = node.typeArguments ?? [];
  const payload = typeArgument && readPayloadType(typeArgument, scope);
  const args = node.arguments.filter((argument) => !isUndefined(argument)).map((argument) => evaluate(argument, scope));
  const at = rangeOf(node, scope.module.source);
  if (typeArgument && !payload) return { kind: "unknown", at };
  return { kind: "column", helper, args, payload: payload?.type, payloadDoc: payload?.doc, at };
}

function tellCall(node: ts.CallExpression, scope: Scope): StaticUnknown {
  const { expression } = node;
  const forgotten =
    ts.isIdentifier(expression) && Object.hasOwn(columnHelpers, expression.text) && !targetOf(expression, scope);
  if (!forgotten)
    return tellMisspelt(node, scope) ?? notStatic(node, scope, "is a call, and no code runs when a schema is read");
  const at = rangeOf(expression, scope.module.source);
  const hint = `Add it to the import: import { ${expression.text} } from "${packageName}".`;
  report(scope.reading, "schema-not-static", at, `\`${expression.text}\` is not imported.`, hint);
  return { kind: "unknown", at };
}

/** `bigInt(...)`: nothing of the schema has this name, and a column helper is close to it. */
function tellMisspelt({ expression }: ts.CallExpression, scope: Scope): StaticUnknown | undefined {
  if (!ts.isIdentifier(expression)) return undefined;
  const target = targetOf(expression, scope);
  const helpers = Object.keys(columnHelpers);
  const meant = nearest(expression.text, helpers);
  if (target !== undefined || meant === undefined) return undefined;
  const at = rangeOf(expression, scope.module.source);
  const message = `\`${expression.text}\` is no column helper.`;
  report(scope.reading, "schema-not-static", at, message, `Did you mean \`${meant}\`?`);
  return { kind: "unknown", at };
}

/** The name under which "queuegen" exports what the expression refers to, whatever it is called here. */
export function importedFromQueuegen(node: ts.Expression, scope: Scope): string | undefined {
  const target = targetOf(node, scope);
  return target?.kind === "package" && target.specifier === packageName ? target.name : undefined;
}

function isUndefined(node: ts.Expression): boolean {
  return ts.isIdentifier(node) && node.text === "undefined";
}

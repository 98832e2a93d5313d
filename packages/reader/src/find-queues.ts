import { ts } from "ts-morph";
import { importedFromQueuegen } from "./evaluate-call.js";
import { jsDocOf } from "./js-doc.js";
import type { Scope } from "./reading.js";
import { unwrap } from "./unwrap.js";

/** A call of `defineQueue` and how the file holds it. */
export interface FoundQueue {
  readonly call: ts.CallExpression;
  /** `undefined` where it is not exported by name. */
  readonly exportName: string | undefined;
  readonly doc: string | undefined;
  /** Not at the top level of the file, where it would have to run to be known. */
  readonly nested: boolean;
}

/** Every `defineQueue` call of a file, in source order, whatever the function is called there. */
export function findQueues(scope: Scope): readonly FoundQueue[] {
  const { source } = scope.module;
  return source.statements.flatMap((statement) => {
    const top = topLevelCalls(statement, scope);
    const known = new Set(top.map(({ call }) => call));
    return [...top, ...nestedCalls(statement, known, scope)];
  });
}

function topLevelCalls(statement: ts.Statement, scope: Scope): readonly FoundQueue[] {
  const doc = jsDocOf(statement);
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
      const call = initializer && asQueueCall(initializer, scope);
      const exportName = ts.isIdentifier(name) ? exportedAs(name.text, scope) : undefined;
      return call ? [{ call, exportName, doc, nested: false }] : [];
    });
  }
  if (!ts.isExpressionStatement(statement) && !ts.isExportAssignment(statement)) return [];
  const call = asQueueCall(statement.expression, scope);
  return call ? [{ call, exportName: undefined, doc, nested: false }] : [];
}

/** The name under which other files import a local one. */
function exportedAs(local: string, { module }: Scope): string | undefined {
  for (const [name, binding] of module.bindings.exports) {
    if (name !== "default" && binding.kind === "local" && binding.name === local) return name;
  }
  return undefined;
}

function asQueueCall(node: ts.Expression, scope: Scope): ts.CallExpression | undefined {
  const call = unwrap(node);
  return ts.isCallExpression(call) && importedFromQueuegen(call.expression, scope) === "defineQueue" ? call : undefined;
}

function nestedCalls(node: ts.Node, known: ReadonlySet<ts.Node>, scope: Scope): readonly FoundQueue[] {
  const found: FoundQueue[] = [];
  const visit = (child: ts.Node): void => {
    // What stands inside a call at the top level is told when its options are read.
    if (known.has(child)) return;
    const call = ts.isCallExpression(child) ? asQueueCall(child, scope) : undefined;
    if (call) found.push({ call, exportName: undefined, doc: undefined, nested: true });
    else ts.forEachChild(child, visit);
  };
  visit(node);
  return found;
}

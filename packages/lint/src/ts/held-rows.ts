import { ts } from "ts-morph";
import { patternNames } from "./function-calls.js";
import { isInlineFunction, rootName, unwrap, unwrapAwait } from "./nodes.js";

/** The variables of the function that hold what was read: `[rows]`, `job` of `for (const job of rows)`, `const job = rows[0]`. */
export function heldIn(read: ts.Node, body: ts.Node): ReadonlySet<string> {
  return copiesOf(firstNames(read), body);
}

/** The names, and those of variables that are made from them in the body. */
export function copiesOf(first: readonly string[], body: ts.Node): ReadonlySet<string> {
  const names = new Set(first);
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node)) {
      const loop = node.parent.parent;
      const source = ts.isForOfStatement(loop) ? loop.expression : node.initializer;
      const isCopy =
        source !== undefined && !ts.isAwaitExpression(source) && names.has(rootName(unwrapAwait(source)) ?? "");
      if (isCopy) for (const name of patternNames(node.name)) names.add(name);
    }
    // `rows.map((row) => ...)`
    if (
      ts.isParameter(node) &&
      ts.isCallExpression(node.parent.parent) &&
      names.has(rootName(node.parent.parent) ?? "")
    )
      for (const name of patternNames(node.name)) names.add(name);
    ts.forEachChild(node, visit);
  };
  visit(body);
  return names;
}

/** What takes the result: a declaration, an assignment, the parameter of a callback or of `.then()`. */
function firstNames(read: ts.Node): readonly string[] {
  const names: string[] = [];
  if (ts.isCallExpression(read)) for (const argument of read.arguments) names.push(...resultNames(argument));
  for (let at = read; at.parent !== undefined; at = at.parent) {
    const { parent } = at;
    if (ts.isVariableDeclaration(parent)) return [...names, ...patternNames(parent.name)];
    if (ts.isBinaryExpression(parent) && ts.isIdentifier(parent.left) && parent.right === at)
      return [...names, parent.left.text];
    if (ts.isForOfStatement(parent) && parent.expression === at && ts.isVariableDeclarationList(parent.initializer))
      return [...names, ...parent.initializer.declarations.flatMap((d) => patternNames(d.name))];
    if (ts.isCallExpression(parent) && parent.expression === at)
      for (const argument of parent.arguments) names.push(...resultNames(argument));
    if (ts.isStatement(parent) || (isInlineFunction(parent) && parent.body === at)) return names;
  }
  return names;
}

/** `rows` in `(error, rows) => ...` */
function resultNames(argument: ts.Expression): readonly string[] {
  const fn = unwrap(argument);
  if (!isInlineFunction(fn)) return [];
  return fn.parameters.flatMap((p) => patternNames(p.name)).filter((name) => !/^(?:e|err|error|trx|tx)$/.test(name));
}

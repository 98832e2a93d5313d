import ts from "typescript";

/**
 * Every code of a diagnostic that a file can report: what stands in a property `code`, and what is given to a parameter of
 * that name. `parameters` says at which position functions take it (of all files together, by name).
 */
export function codesIn(source: ts.SourceFile, parameters: ReadonlyMap<string, number>): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText(source) === "code") found.push(...words(node.initializer));
    if (ts.isVariableDeclaration(node) && node.name.getText(source) === "code" && node.initializer)
      found.push(...words(node.initializer));
    if (ts.isCallExpression(node)) {
      const at = parameters.get(calleeOf(node));
      if (at !== undefined && node.arguments[at]) found.push(...words(node.arguments[at]));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Position of the parameter `code` of each function and method that has one. */
export function codeParameters(source: ts.SourceFile): readonly (readonly [name: string, position: number])[] {
  const found: (readonly [string, number])[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const position = node.parameters.findIndex((parameter) => parameter.name.getText(source) === "code");
      const name = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
      if (position >= 0 && name) found.push([name.getText(source), position]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function calleeOf({ expression }: ts.CallExpression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}

/** The literals that an expression can be. A template gives its pattern: `${action}-failed` is `*-failed`. */
function words(expression: ts.Expression): readonly string[] {
  if (ts.isStringLiteralLike(expression)) return [expression.text];
  if (ts.isConditionalExpression(expression)) return [...words(expression.whenTrue), ...words(expression.whenFalse)];
  if (ts.isBinaryExpression(expression)) return [...words(expression.left), ...words(expression.right)];
  if (ts.isTemplateExpression(expression)) {
    return [expression.head.text + expression.templateSpans.map(({ literal }) => `*${literal.text}`).join("")];
  }
  return [];
}

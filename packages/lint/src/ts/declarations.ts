import { ts } from "ts-morph";

/** A name that a node of the file declares. */
export interface NewName {
  readonly name: string;
  readonly kind: "variable" | "parameter" | "function" | "import" | "class";
  /** The declaration: of a variable its VariableDeclaration, of a pattern the element. */
  readonly node: ts.Node;
  /** Value of a variable that is declared by its own name. */
  readonly initializer: ts.Expression | undefined;
  /** Of an import, also by `require`. */
  readonly imported: Imported | undefined;
}

export interface Imported {
  readonly module: string;
  /** Its name over there, `default` or `*`. */
  readonly name: string;
}

/** The names that the node itself declares, not those inside it. */
export function declarationsOf(node: ts.Node): readonly NewName[] {
  if (ts.isVariableDeclaration(node)) return variableNames(node);
  if (ts.isParameter(node)) return patternNames(node.name, "parameter", undefined);
  if (ts.isImportDeclaration(node)) return importNames(node);
  if (ts.isFunctionDeclaration(node) && node.name !== undefined) return [plain(node.name.text, "function", node)];
  return ts.isClassDeclaration(node) && node.name !== undefined ? [plain(node.name.text, "class", node)] : [];
}

function plain(name: string, kind: NewName["kind"], node: ts.Node): NewName {
  return { name, kind, node, initializer: undefined, imported: undefined };
}

function variableNames(node: ts.VariableDeclaration): readonly NewName[] {
  const module = node.initializer && requiredModule(node.initializer);
  if (!ts.isIdentifier(node.name)) return patternNames(node.name, "variable", module);
  const imported = module === undefined ? undefined : { module, name: "default" };
  return [{ name: node.name.text, kind: "variable", node, initializer: node.initializer, imported }];
}

function patternNames(name: ts.BindingName, kind: NewName["kind"], module: string | undefined): readonly NewName[] {
  if (ts.isIdentifier(name)) return [plain(name.text, kind, name.parent)];
  return name.elements.flatMap((element): readonly NewName[] => {
    if (ts.isOmittedExpression(element)) return [];
    if (!ts.isIdentifier(element.name)) return patternNames(element.name, kind, undefined);
    const over =
      element.propertyName !== undefined && ts.isIdentifier(element.propertyName) ? element.propertyName : element.name;
    const imported = module === undefined ? undefined : { module, name: over.text };
    return [{ ...plain(element.name.text, kind, element), imported }];
  });
}

function importNames(node: ts.ImportDeclaration): readonly NewName[] {
  const clause = node.importClause;
  if (clause === undefined || !ts.isStringLiteral(node.moduleSpecifier)) return [];
  const module = node.moduleSpecifier.text;
  const named = (local: ts.Identifier, name: string): NewName => ({
    ...plain(local.text, "import", node),
    imported: { module, name },
  });
  const bindings = clause.namedBindings;
  const others =
    bindings === undefined
      ? []
      : ts.isNamespaceImport(bindings)
        ? [named(bindings.name, "*")]
        : bindings.elements.map((one) => named(one.name, (one.propertyName ?? one.name).text));
  return [...(clause.name === undefined ? [] : [named(clause.name, "default")]), ...others];
}

/** `x` of `require("x")`, also of `require("x").promises`. */
function requiredModule(node: ts.Expression): string | undefined {
  const call = ts.isPropertyAccessExpression(node) ? node.expression : node;
  if (!ts.isCallExpression(call) || !ts.isIdentifier(call.expression) || call.expression.text !== "require")
    return undefined;
  const [module] = call.arguments;
  return module !== undefined && ts.isStringLiteralLike(module) ? module.text : undefined;
}

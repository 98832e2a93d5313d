import { ts } from "ts-morph";

/** What the names at the top level of a file stand for. */
export interface Bindings {
  readonly values: ReadonlyMap<string, ValueBinding>;
  /** Interfaces, type aliases, classes and enums. */
  readonly types: ReadonlyMap<string, ts.Node>;
  readonly imports: ReadonlyMap<string, ImportBinding>;
  /** By exported name; `default` is one of them. */
  readonly exports: ReadonlyMap<string, ExportBinding>;
  /** Specifiers of `export * from`. */
  readonly stars: readonly string[];
}

export type ValueBinding =
  | { readonly kind: "const"; readonly initializer: ts.Expression }
  | { readonly kind: "enum"; readonly members: readonly ts.EnumMember[] }
  /** A value that is not known before the file runs; `what` names it: "a variable that may change". */
  | { readonly kind: "dynamic"; readonly what: string };

/** `imported` is "*" for a namespace import. */
export interface ImportBinding {
  readonly specifier: string;
  readonly imported: string;
}

export type ExportBinding =
  | { readonly kind: "local"; readonly name: string }
  | { readonly kind: "from"; readonly specifier: string; readonly imported: string }
  | { readonly kind: "expression"; readonly expression: ts.Expression };

interface Collected {
  readonly values: Map<string, ValueBinding>;
  readonly types: Map<string, ts.Node>;
  readonly imports: Map<string, ImportBinding>;
  readonly exports: Map<string, ExportBinding>;
  readonly stars: string[];
}

export function collectBindings(source: ts.SourceFile): Bindings {
  const found: Collected = { values: new Map(), types: new Map(), imports: new Map(), exports: new Map(), stars: [] };
  if (isJson(source)) {
    const [statement] = source.statements;
    if (statement) found.exports.set("default", { kind: "expression", expression: statement.expression });
    return found;
  }
  for (const statement of source.statements) collectStatement(statement, found);
  return found;
}

function isJson(source: ts.SourceFile): source is ts.JsonSourceFile {
  return source.fileName.endsWith(".json");
}

function collectStatement(statement: ts.Statement, found: Collected): void {
  if (ts.isVariableStatement(statement)) collectVariables(statement, found);
  else if (ts.isEnumDeclaration(statement)) collectEnum(statement, found);
  else if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
    found.types.set(statement.name.text, statement);
    collectModifiers(statement, statement.name.text, found);
  } else if (ts.isClassDeclaration(statement) || ts.isFunctionDeclaration(statement)) {
    const name = statement.name?.text ?? "default";
    const what = ts.isClassDeclaration(statement) ? "a class" : "a function";
    found.values.set(name, { kind: "dynamic", what });
    if (ts.isClassDeclaration(statement)) found.types.set(name, statement);
    collectModifiers(statement, name, found);
  } else if (ts.isImportDeclaration(statement)) collectImport(statement, found);
  else if (ts.isExportDeclaration(statement)) collectExport(statement, found);
  else if (ts.isExportAssignment(statement) && !statement.isExportEquals) {
    found.exports.set("default", { kind: "expression", expression: statement.expression });
  }
}

function collectVariables(statement: ts.VariableStatement, found: Collected): void {
  const constant = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0;
  for (const { name, initializer } of statement.declarationList.declarations) {
    if (!ts.isIdentifier(name)) {
      for (const bound of boundNames(name))
        found.values.set(bound, { kind: "dynamic", what: "taken out of a pattern" });
      continue;
    }
    const known = constant && initializer !== undefined;
    found.values.set(
      name.text,
      known ? { kind: "const", initializer } : { kind: "dynamic", what: "a variable that may change" },
    );
    collectModifiers(statement, name.text, found);
  }
}

function boundNames(pattern: ts.BindingPattern): readonly string[] {
  return pattern.elements.flatMap((element) => {
    if (ts.isOmittedExpression(element)) return [];
    return ts.isIdentifier(element.name) ? [element.name.text] : boundNames(element.name);
  });
}

/** Several declarations of one enum are one enum. */
function collectEnum(statement: ts.EnumDeclaration, found: Collected): void {
  const name = statement.name.text;
  const before = found.values.get(name);
  const members = before?.kind === "enum" ? [...before.members, ...statement.members] : [...statement.members];
  found.values.set(name, { kind: "enum", members });
  found.types.set(name, statement);
  collectModifiers(statement, name, found);
}

function collectModifiers(
  statement: ts.Node & { readonly modifiers?: ts.NodeArray<ts.ModifierLike> },
  name: string,
  found: Collected,
): void {
  const kinds = new Set(statement.modifiers?.map(({ kind }) => kind));
  if (!kinds.has(ts.SyntaxKind.ExportKeyword)) return;
  found.exports.set(kinds.has(ts.SyntaxKind.DefaultKeyword) ? "default" : name, { kind: "local", name });
}

function collectImport({ importClause, moduleSpecifier }: ts.ImportDeclaration, found: Collected): void {
  if (!importClause || !ts.isStringLiteral(moduleSpecifier)) return;
  const specifier = moduleSpecifier.text;
  const { name, namedBindings } = importClause;
  if (name) found.imports.set(name.text, { specifier, imported: "default" });
  if (!namedBindings) return;
  if (ts.isNamespaceImport(namedBindings)) {
    found.imports.set(namedBindings.name.text, { specifier, imported: "*" });
    return;
  }
  for (const element of namedBindings.elements) {
    found.imports.set(element.name.text, { specifier, imported: (element.propertyName ?? element.name).text });
  }
}

function collectExport({ exportClause, moduleSpecifier }: ts.ExportDeclaration, found: Collected): void {
  const specifier = moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
  if (!exportClause) {
    if (specifier !== undefined) found.stars.push(specifier);
    return;
  }
  if (ts.isNamespaceExport(exportClause)) {
    if (specifier !== undefined) found.exports.set(exportClause.name.text, { kind: "from", specifier, imported: "*" });
    return;
  }
  for (const { name, propertyName } of exportClause.elements) {
    const local = (propertyName ?? name).text;
    found.exports.set(
      name.text,
      specifier === undefined ? { kind: "local", name: local } : { kind: "from", specifier, imported: local },
    );
  }
}

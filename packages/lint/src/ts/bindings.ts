import { ts } from "ts-morph";
import { isFunctionNode } from "./nodes.js";

/** A name declared in the file. */
export interface Declared {
  readonly name: string;
  readonly kind: "variable" | "parameter" | "function" | "import" | "class";
  /** The declaration: of a variable its VariableDeclaration, of a pattern the element. */
  readonly node: ts.Node;
  /** Value of a variable that is declared by its own name. */
  readonly initializer: ts.Expression | undefined;
  /** The stretch of the file where the name means this. */
  readonly scope: ts.Node;
  /** Of an import. */
  readonly imported: { readonly module: string; readonly name: string } | undefined;
}

/** `x = value` or `x += value`. */
export interface Assigned {
  readonly node: ts.BinaryExpression;
  readonly adds: boolean;
}

/** Who declares and who writes a name, told by syntax alone: enough for one file. */
export class Bindings {
  private readonly declared = new Map<string, Declared[]>();
  private readonly assigned = new Map<string, Assigned[]>();
  /** Functions and methods by their name; `undefined` where two have it. */
  private readonly functions = new Map<string, ts.FunctionLikeDeclaration | undefined>();
  readonly modules: Set<string> = new Set<string>();

  constructor(file: ts.SourceFile) {
    this.visit(file);
  }

  /** The declaration that a use of a name means. */
  find(use: ts.Identifier): Declared | undefined {
    let best: Declared | undefined;
    for (const one of this.declared.get(use.text) ?? []) {
      if (one.scope.pos > use.pos || one.scope.end < use.end) continue;
      if (best === undefined || one.scope.end - one.scope.pos < best.scope.end - best.scope.pos) best = one;
    }
    return best;
  }

  /** Writes to a declared variable that stand before `position`, in the order of the file. */
  assignmentsTo(declared: Declared, position: number): readonly Assigned[] {
    return (this.assigned.get(declared.name) ?? []).filter(
      ({ node }) => node.end <= position && node.pos >= declared.scope.pos && node.end <= declared.scope.end,
    );
  }

  /** The function that a call of `name` runs, if the file has exactly one of that name. */
  functionNamed(name: string): ts.FunctionLikeDeclaration | undefined {
    return this.functions.get(name);
  }

  private visit(node: ts.Node): void {
    if (ts.isVariableDeclaration(node)) this.addVariable(node);
    else if (ts.isParameter(node)) this.addPattern(node.name, "parameter", node.parent, undefined);
    else if (ts.isImportDeclaration(node)) this.addImports(node);
    else if (ts.isBinaryExpression(node)) this.addAssignment(node);
    else if (ts.isClassDeclaration(node) && node.name !== undefined)
      this.add(node.name.text, "class", node, scopeOf(node));
    if (isFunctionNode(node)) this.addFunction(node);
    ts.forEachChild(node, (child) => this.visit(child));
  }

  private add(name: string, kind: Declared["kind"], node: ts.Node, scope: ts.Node, more: Partial<Declared> = {}): void {
    const list = this.declared.get(name) ?? [];
    list.push({ name, kind, node, scope, initializer: undefined, imported: undefined, ...more });
    this.declared.set(name, list);
  }

  private addVariable(node: ts.VariableDeclaration): void {
    const scope = scopeOf(node);
    const required = node.initializer && requiredModule(node.initializer);
    if (required !== undefined) this.modules.add(required);
    if (ts.isIdentifier(node.name)) {
      const imported = required === undefined ? undefined : { module: required, name: "default" };
      this.add(node.name.text, "variable", node, scope, { initializer: node.initializer, imported });
    } else this.addPattern(node.name, "variable", scope, required);
  }

  private addPattern(name: ts.BindingName, kind: Declared["kind"], scope: ts.Node, module: string | undefined): void {
    if (ts.isIdentifier(name)) {
      this.add(name.text, kind, name.parent, scope);
      return;
    }
    for (const element of name.elements) {
      if (ts.isOmittedExpression(element)) continue;
      if (!ts.isIdentifier(element.name)) this.addPattern(element.name, kind, scope, undefined);
      else {
        const key =
          element.propertyName && ts.isIdentifier(element.propertyName) ? element.propertyName.text : element.name.text;
        this.add(
          element.name.text,
          kind,
          element,
          scope,
          module === undefined ? {} : { imported: { module, name: key } },
        );
      }
    }
  }

  private addImports(node: ts.ImportDeclaration): void {
    if (!ts.isStringLiteral(node.moduleSpecifier)) return;
    const module = node.moduleSpecifier.text;
    if (node.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword) this.modules.add(module);
    const add = (local: ts.Identifier, name: string) =>
      this.add(local.text, "import", node, node.getSourceFile(), { imported: { module, name } });
    if (node.importClause?.name) add(node.importClause.name, "default");
    const named = node.importClause?.namedBindings;
    if (named === undefined) return;
    if (ts.isNamespaceImport(named)) add(named.name, "*");
    else for (const one of named.elements) add(one.name, (one.propertyName ?? one.name).text);
  }

  private addAssignment(node: ts.BinaryExpression): void {
    const adds = node.operatorToken.kind === ts.SyntaxKind.PlusEqualsToken;
    if ((!adds && node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) || !ts.isIdentifier(node.left)) return;
    const list = this.assigned.get(node.left.text) ?? [];
    list.push({ node, adds });
    this.assigned.set(node.left.text, list);
  }

  private addFunction(node: ts.FunctionLikeDeclaration): void {
    const parent = node.parent;
    const named =
      ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)
        ? node.name
        : ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent)
          ? parent.name
          : undefined;
    if (named === undefined || !ts.isIdentifier(named)) return;
    this.functions.set(named.text, this.functions.has(named.text) ? undefined : node);
    if (ts.isFunctionDeclaration(node)) this.add(named.text, "function", node, scopeOf(node));
  }
}

function scopeOf(node: ts.Node): ts.Node {
  let at = node.parent;
  while (at.parent !== undefined && !isScope(at)) at = at.parent;
  return at;
}

function isScope(node: ts.Node): boolean {
  return (
    ts.isBlock(node) ||
    ts.isSourceFile(node) ||
    ts.isFunctionLike(node) ||
    ts.isIterationStatement(node, false) ||
    ts.isCaseBlock(node) ||
    ts.isModuleBlock(node)
  );
}

/** `x` of `require("x")`, also `require("x").promises`. */
function requiredModule(node: ts.Expression): string | undefined {
  const call = ts.isPropertyAccessExpression(node) ? node.expression : node;
  if (!ts.isCallExpression(call) || !ts.isIdentifier(call.expression) || call.expression.text !== "require")
    return undefined;
  const [module] = call.arguments;
  return module !== undefined && ts.isStringLiteralLike(module) ? module.text : undefined;
}

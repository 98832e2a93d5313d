import { ts } from "ts-morph";
import { declarationsOf, type NewName } from "./declarations.js";
import { calledName, isFunctionNode } from "./nodes.js";

/** A name declared in the file. */
export interface Declared extends NewName {
  /** The part of the file where the name means this. */
  readonly scope: ts.Node;
}

/** `x = value` or `x += value`. */
export interface Assigned {
  readonly node: ts.BinaryExpression;
  readonly adds: boolean;
}

/** `list.push(value)` */
export type Pushed = ts.CallExpression;

/** So many writes before a use are looked at; a variable written more often holds no text that anybody reads. */
const MAX_WRITES = 100;

/** Who declares and who writes a name, told by syntax alone: enough for one file. */
export class Bindings {
  private readonly scopes = new Map<ts.Node, Map<string, Declared>>();
  private readonly writes: Assigned[] = [];
  private readonly pushes: Pushed[] = [];
  private writesOf: ReadonlyMap<Declared, readonly Assigned[]> | undefined;
  private pushesOf: ReadonlyMap<Declared, readonly Pushed[]> | undefined;
  /** Functions and methods by their name; `undefined` where two have it. */
  private readonly functions = new Map<string, ts.FunctionLikeDeclaration | undefined>();
  readonly modules: Set<string> = new Set<string>();

  constructor(file: ts.SourceFile) {
    this.visit(file);
  }

  /** The declaration that a use of a name means. */
  find(use: ts.Identifier): Declared | undefined {
    for (let at: ts.Node = use; at !== undefined; at = at.parent) {
      const found = this.scopes.get(at)?.get(use.text);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The last writes to a declared variable that stand before `position`, in the order of the file. */
  assignmentsTo(declared: Declared, position: number): readonly Assigned[] {
    this.writesOf ??= this.group(this.writes, (write) => write.node.left);
    const all = this.writesOf.get(declared) ?? [];
    const before = all.findLastIndex(({ node }) => node.end <= position) + 1;
    return all.slice(Math.max(0, before - MAX_WRITES), before);
  }

  /** What is pushed onto a declared list before `position`, in the order of the file. */
  pushedTo(declared: Declared, position: number): readonly ts.Expression[] {
    this.pushesOf ??= this.group(this.pushes, (push) => (push.expression as ts.PropertyAccessExpression).expression);
    const before = (this.pushesOf.get(declared) ?? []).filter((push) => push.end <= position);
    return before.slice(-MAX_WRITES).flatMap((push) => [...push.arguments]);
  }

  /** The function that a call of `name` runs, if the file has exactly one of that name. */
  functionNamed(name: string): ts.FunctionLikeDeclaration | undefined {
    return this.functions.get(name);
  }

  private group<T>(all: readonly T[], target: (one: T) => ts.Expression): ReadonlyMap<Declared, readonly T[]> {
    const groups = new Map<Declared, T[]>();
    for (const one of all) {
      const name = target(one);
      const declared = ts.isIdentifier(name) ? this.find(name) : undefined;
      if (declared === undefined) continue;
      const group = groups.get(declared);
      if (group === undefined) groups.set(declared, [one]);
      else group.push(one);
    }
    return groups;
  }

  private visit(node: ts.Node): void {
    for (const name of declarationsOf(node)) {
      const scope = name.kind === "parameter" ? node.parent : scopeOf(node);
      const names = this.scopes.get(scope) ?? new Map<string, Declared>();
      names.set(name.name, { ...name, scope });
      this.scopes.set(scope, names);
      if (name.imported !== undefined) this.modules.add(name.imported.module);
    }
    if (ts.isBinaryExpression(node)) this.addWrite(node);
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && calledName(node) === "push")
      this.pushes.push(node);
    if (isFunctionNode(node)) this.addFunction(node);
    ts.forEachChild(node, (child) => this.visit(child));
  }

  private addWrite(node: ts.BinaryExpression): void {
    const adds = node.operatorToken.kind === ts.SyntaxKind.PlusEqualsToken;
    if (!adds && node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return;
    if (ts.isIdentifier(node.left)) this.writes.push({ node, adds });
  }

  private addFunction(node: ts.FunctionLikeDeclaration): void {
    const { parent } = node;
    const holder = ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent) ? parent.name : undefined;
    const named = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) ? node.name : holder;
    if (named === undefined || !ts.isIdentifier(named)) return;
    this.functions.set(named.text, this.functions.has(named.text) ? undefined : node);
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
    ts.isFunctionLike(node) ||
    ts.isIterationStatement(node, false) ||
    ts.isCaseBlock(node) ||
    ts.isModuleBlock(node)
  );
}

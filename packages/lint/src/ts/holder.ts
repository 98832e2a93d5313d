import { ts } from "ts-morph";
import type { Bindings } from "./bindings.js";
import { unwrap } from "./nodes.js";

/** What the file says of a variable, a parameter or a field: the type it is given, and what it is made of. */
export interface Holder {
  readonly type: ts.TypeNode | undefined;
  readonly initializer: ts.Expression | undefined;
}

/** Of `repo` or of `this.repo`; `undefined` where the file does not declare it. */
export function holderOf(node: ts.Expression, bindings: Bindings): Holder | undefined {
  const inner = unwrap(node);
  if (ts.isIdentifier(inner)) {
    const declared = bindings.find(inner)?.node;
    return declared !== undefined && (ts.isVariableDeclaration(declared) || ts.isParameter(declared))
      ? { type: declared.type, initializer: declared.initializer }
      : undefined;
  }
  if (!ts.isPropertyAccessExpression(inner) || inner.expression.kind !== ts.SyntaxKind.ThisKeyword) return undefined;
  const owner = ts.findAncestor(inner, ts.isClassLike);
  return owner && fieldOf(owner, inner.name.text);
}

/** A field as it is declared, a parameter property, or what the constructor gives it. */
function fieldOf(owner: ts.ClassLikeDeclaration, name: string): Holder | undefined {
  const isNamed = (member: ts.Node & { readonly name?: ts.Node }): boolean => member.name?.getText() === name;
  const field = owner.members.filter(ts.isPropertyDeclaration).find(isNamed);
  const maker = owner.members.find(ts.isConstructorDeclaration);
  const parameter = maker?.parameters.find(isNamed);
  const given = maker?.body?.statements.find((statement) => assigned(statement) === name) as
    | ts.ExpressionStatement
    | undefined;
  const initializer = field?.initializer ?? (given && (given.expression as ts.BinaryExpression).right);
  if (field === undefined && parameter === undefined && initializer === undefined) return undefined;
  return { type: field?.type ?? parameter?.type, initializer };
}

/** `x` of the statement `this.x = ...`. */
function assigned(statement: ts.Statement): string | undefined {
  if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) return undefined;
  const { left, operatorToken } = statement.expression;
  const isField = ts.isPropertyAccessExpression(left) && left.expression.kind === ts.SyntaxKind.ThisKeyword;
  return isField && operatorToken.kind === ts.SyntaxKind.EqualsToken ? left.name.text : undefined;
}

/** `Repository` of `Repository<Task>`, `Model` of `typeof Model`; without its namespace. */
export function typeName(type: ts.TypeNode | undefined): string | undefined {
  if (type === undefined) return undefined;
  if (ts.isTypeReferenceNode(type)) return lastName(type.typeName);
  return ts.isTypeQueryNode(type) ? lastName(type.exprName) : undefined;
}

/** `Task` of `Repository<Task>`. */
export function typeArgument(type: ts.TypeNode | undefined): string | undefined {
  return type !== undefined && ts.isTypeReferenceNode(type) ? typeName(type.typeArguments?.[0]) : undefined;
}

function lastName(name: ts.EntityName): string {
  return ts.isIdentifier(name) ? name.text : name.right.text;
}

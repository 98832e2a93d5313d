import { ts } from "ts-morph";
import type { NamedSpan } from "../source.js";
import { isFunctionNode, keyOf, spanOf } from "./nodes.js";

/** The functions of a file that have a name, outer ones before those inside. Methods are `Class.method`. */
export function functionSpans(file: ts.SourceFile): readonly NamedSpan[] {
  const found: NamedSpan[] = [];
  const visit = (node: ts.Node): void => {
    if (isFunctionNode(node) || ts.isConstructorDeclaration(node)) {
      const name = nameOf(node);
      if (name !== undefined) found.push({ ...spanOf(node), name });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function nameOf(node: ts.FunctionLikeDeclaration): string | undefined {
  if (ts.isConstructorDeclaration(node)) return inClass(node, "constructor");
  const own = node.name && ts.isPropertyName(node.name) ? keyOf(node.name) : undefined;
  return own === undefined ? givenName(node) : inClass(node, own);
}

/** `const next = () => ...`, `{ next: () => ... }`, `exports.next = () => ...` */
function givenName(node: ts.Node): string | undefined {
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) return parent.name.text;
  if (ts.isPropertyAssignment(parent)) return keyOf(parent.name);
  if (ts.isPropertyDeclaration(parent)) {
    const name = keyOf(parent.name);
    return name === undefined ? undefined : inClass(parent, name);
  }
  if (ts.isBinaryExpression(parent) && ts.isPropertyAccessExpression(parent.left)) return parent.left.name.text;
  return undefined;
}

function inClass(member: ts.Node, name: string): string {
  const { parent } = member;
  return ts.isClassLike(parent) && parent.name !== undefined ? `${parent.name.text}.${name}` : name;
}

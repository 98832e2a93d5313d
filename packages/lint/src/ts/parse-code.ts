import { ts } from "ts-morph";
import type { NamedSpan } from "../source.js";
import { isFunctionNode, keyOf } from "./nodes.js";

/** A file as it was parsed: every node knows its parent, comments are not looked into. */
export interface ParsedCode {
  readonly file: ts.SourceFile;
  /** Functions that have a name, outer ones before those inside. Methods are `Class.method`. */
  readonly functions: readonly NamedSpan[];
}

/** Never fails on broken syntax; throws RangeError where code is nested too deeply. */
export function parseCode(path: string, text: string, kind: ts.ScriptKind): ParsedCode {
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const file = ts.createSourceFile(path, text, options, false, kind);
  const functions: NamedSpan[] = [];
  let parent: ts.Node = file;
  // Parents are set in the walk that is needed anyway: by the compiler they take a sixth of the time of parsing.
  const visit = (node: ts.Node): void => {
    const outer = parent;
    (node as { parent: ts.Node }).parent = outer;
    if (isFunctionNode(node) || ts.isConstructorDeclaration(node)) {
      const name = nameOf(node);
      if (name !== undefined) functions.push({ start: node.getStart(file), end: node.end, name });
    }
    parent = node;
    ts.forEachChild(node, visit);
    parent = outer;
  };
  ts.forEachChild(file, visit);
  return { file, functions };
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

import { unwrap } from "@queuegen/reader/unwrap";
import { ts } from "ts-morph";
import type { Span } from "../source.js";

export { unwrap };

export type FunctionNode = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction | ts.MethodDeclaration;

export function spanOf(node: ts.Node): Span {
  return { start: node.getStart(), end: node.end };
}

/** What stands between the quotes of a literal, or of a part of a template; to its end where nothing closes it. */
export function innerSpan(literal: ts.LiteralLikeNode): Span {
  const start = Math.min(literal.getStart() + 1, literal.end);
  const opensHole = literal.kind === ts.SyntaxKind.TemplateHead || literal.kind === ts.SyntaxKind.TemplateMiddle;
  const closing = literal.isUnterminated ? 0 : opensHole ? 2 : 1;
  return { start, end: Math.max(start, literal.end - closing) };
}

/** As `unwrap`, and without `await`. */
export function unwrapAwait(node: ts.Expression): ts.Expression {
  const inner = unwrap(node);
  return ts.isAwaitExpression(inner) ? unwrapAwait(inner.expression) : inner;
}

export function isFunctionNode(node: ts.Node): node is FunctionNode {
  return (
    ts.isArrowFunction(node) ||
    ts.isFunctionExpression(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node)
  );
}

/** A function written where it is handed over. */
export function isInlineFunction(node: ts.Node): node is ts.ArrowFunction | ts.FunctionExpression {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}

/** `query` in `conn.query(...)`, `fetch` in `fetch(...)`; empty where the callee is anything else. */
export function calledName(call: ts.CallExpression): string {
  const callee = unwrap(call.expression);
  if (ts.isPropertyAccessExpression(callee)) return callee.name.text;
  return ts.isIdentifier(callee) ? callee.text : "";
}

/** `conn` in `conn.query(...)`; `undefined` for a plain call. */
export function receiver(call: ts.CallExpression): ts.Expression | undefined {
  const callee = unwrap(call.expression);
  return ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee)
    ? unwrapAwait(callee.expression)
    : undefined;
}

/** The leftmost name of a chain: `conn` in `conn.a().b.c()`, `this.db` in `this.db.query()`. */
export function rootName(node: ts.Expression): string | undefined {
  let at = unwrapAwait(node);
  for (;;) {
    if (ts.isCallExpression(at)) at = unwrapAwait(at.expression);
    else if (ts.isPropertyAccessExpression(at)) {
      if (at.expression.kind === ts.SyntaxKind.ThisKeyword) return `this.${at.name.text}`;
      at = unwrapAwait(at.expression);
    } else if (ts.isElementAccessExpression(at)) at = unwrapAwait(at.expression);
    else if (ts.isTaggedTemplateExpression(at)) at = unwrapAwait(at.tag);
    else return ts.isIdentifier(at) ? at.text : undefined;
  }
}

/** Value of `key` in an object literal, also where it is written as a method or in short form. */
export function property(node: ts.Expression | undefined, key: string): ts.Expression | undefined {
  const object = node && unwrap(node);
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return undefined;
  for (const entry of object.properties) {
    if (ts.isPropertyAssignment(entry) && keyOf(entry.name) === key) return entry.initializer;
    if (ts.isShorthandPropertyAssignment(entry) && entry.name.text === key) return entry.name;
  }
  return undefined;
}

export function keyOf(name: ts.PropertyName): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name)) return name.text;
  return ts.isComputedPropertyName(name) && ts.isStringLiteralLike(name.expression) ? name.expression.text : undefined;
}

/** The statement of the program that `node` stands in. */
export function enclosingStatement(node: ts.Node): ts.Node {
  let at = node;
  while (at.parent !== undefined && !ts.isStatement(at) && !ts.isPropertyDeclaration(at)) at = at.parent;
  return at;
}

/** A short form of the text of a node, for messages; long nodes are not looked at beyond it. */
export function shortText(node: ts.Node): string {
  const start = node.getStart();
  const text = node
    .getSourceFile()
    .text.slice(start, Math.min(node.end, start + 200))
    .replace(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** `mailer.send(...)` */
export function shortCall(call: ts.CallExpression): string {
  return `${shortText(call.expression)}(${call.arguments.length > 0 ? "..." : ""})`;
}

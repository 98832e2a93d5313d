import { ts } from "ts-morph";
import { type State, statesNamed, statesOf } from "../facts/states.js";
import { isStatusLike } from "../facts/work-shape.js";
import type { Span } from "../source.js";
import { calledName, isInlineFunction, keyOf, receiver, rootName, shortCall, spanOf, unwrap } from "./nodes.js";

export interface EntitySave {
  /** `job.save()` */
  readonly text: string;
  readonly span: Span;
  /** What the status becomes, as far as the program tells. */
  readonly becomes: ReadonlySet<State>;
}

/** The first call after `from` by which an entity called so, whose status was changed, writes itself back. */
export function findEntitySave(body: ts.Node, names: ReadonlySet<string>, from: number): EntitySave | undefined {
  if (names.size === 0) return undefined;
  const becomes = new Set<State>();
  let found: EntitySave | undefined;
  const visit = (node: ts.Node): void => {
    if (found !== undefined) return;
    // What is inside a call happens before it.
    if (ts.isCallExpression(node) && !node.arguments.some((one) => isInlineFunction(unwrap(one)))) visitInside(node);
    const status = changedStatus(node, names);
    if (status !== undefined) for (const state of statesOfNode(status)) becomes.add(state);
    if (ts.isCallExpression(node) && node.pos > from) {
      const written = updatedStatus(node, names);
      if (written !== undefined) for (const state of statesOfNode(written)) becomes.add(state);
      if (written !== undefined || (becomes.size > 0 && isSaved(node, names))) {
        found = { text: shortCall(node), span: spanOf(node), becomes: new Set(becomes) };
        return;
      }
      if (!node.arguments.some((one) => isInlineFunction(unwrap(one)))) return;
    }
    visitInside(node);
  };
  const visitInside = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}

/** The new status in `job.status = 1`, `Object.assign(job, { status: 1 })`, `job.set("status", 1)`, `{ ...job, status: 1 }`. */
function changedStatus(node: ts.Node, names: ReadonlySet<string>): ts.Expression | undefined {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    const { left, right } = node;
    const isStatus =
      ts.isPropertyAccessExpression(left) && isStatusLike(left.name.text) && names.has(rootName(left) ?? "");
    return isStatus ? right : undefined;
  }
  if (ts.isObjectLiteralExpression(node)) {
    const copies = node.properties.some(
      (entry) => ts.isSpreadAssignment(entry) && names.has(rootName(entry.expression) ?? ""),
    );
    return copies ? statusIn(node) : undefined;
  }
  if (!ts.isCallExpression(node)) return undefined;
  const name = calledName(node);
  const [first, second] = node.arguments;
  if (/^(?:assign|merge)$/.test(name))
    return first !== undefined && names.has(rootName(first) ?? "") ? statusIn(second) : undefined;
  const object = receiver(node);
  if (!/^(?:set|setDataValue|setAttributes)$/.test(name) || object === undefined || !names.has(rootName(object) ?? ""))
    return undefined;
  if (first !== undefined && ts.isStringLiteralLike(first)) return isStatusLike(first.text) ? second : undefined;
  return statusIn(first);
}

/** `job.save()`, `repo.save(job)`, `em.persistAndFlush(job)`, `em.flush()` */
function isSaved(call: ts.CallExpression, names: ReadonlySet<string>): boolean {
  const name = calledName(call);
  if (name === "flush") return /^(?:this\.)?_?(?:em|entityManager|orm|manager)$/.test(rootName(call) ?? "");
  if (!/^(?:save|persistAndFlush)$/.test(name)) return false;
  const object = receiver(call);
  if (object !== undefined && names.has(rootName(object) ?? "")) return true;
  return call.arguments.some((argument) => mentionsRow(argument, names));
}

/** `job`, `{ ...job, status }`, `Object.assign(job, ...)`, `[job]` */
function mentionsRow(argument: ts.Expression, names: ReadonlySet<string>): boolean {
  const inner = unwrap(argument);
  if (names.has(rootName(inner) ?? "")) return true;
  if (ts.isArrayLiteralExpression(inner)) return inner.elements.some((element) => mentionsRow(element, names));
  if (ts.isCallExpression(inner)) return inner.arguments.some((one) => names.has(rootName(one) ?? ""));
  if (!ts.isObjectLiteralExpression(inner)) return false;
  return inner.properties.some(
    (entry) =>
      (ts.isSpreadAssignment(entry) && names.has(rootName(entry.expression) ?? "")) ||
      (ts.isPropertyAssignment(entry) &&
        /^(?:id|uuid)$/i.test(keyOf(entry.name) ?? "") &&
        names.has(rootName(entry.initializer) ?? "")),
  );
}

/** The status in `job.update({ status: 1 })` and `job.$query().patch({ status: 1 })`. */
function updatedStatus(call: ts.CallExpression, names: ReadonlySet<string>): ts.Expression | undefined {
  const object = receiver(call);
  if (!/^(?:update|patch|updateAttributes)$/.test(calledName(call)) || object === undefined) return undefined;
  const ofRow = ts.isIdentifier(object)
    ? names.has(object.text)
    : ts.isCallExpression(object) && calledName(object) === "$query" && names.has(rootName(object) ?? "");
  return ofRow ? statusIn(call.arguments[0]) : undefined;
}

function statusIn(values: ts.Expression | undefined): ts.Expression | undefined {
  const object = values && unwrap(values);
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return undefined;
  for (const entry of object.properties) {
    if (ts.isPropertyAssignment(entry) && isStatusLike(keyOf(entry.name) ?? "")) return entry.initializer;
  }
  return undefined;
}

function statesOfNode(node: ts.Expression): Iterable<State> {
  const inner = unwrap(node);
  if (ts.isNumericLiteral(inner)) return statesOf({ kind: "value", value: Number(inner.text), span: spanOf(inner) });
  return statesNamed(ts.isStringLiteralLike(inner) ? inner.text : inner.getText());
}

import { ts } from "ts-morph";
import type { ReadThenSave, StatementFact } from "../facts/code.js";
import { comparisons } from "../facts/columns.js";
import type { Statement } from "../facts/statement.js";
import { type State, statesNamed, statesOf } from "../facts/states.js";
import { isStatusLike, statesOfColumn } from "../facts/work-shape.js";
import type { Run } from "./lock-effects.js";
import {
  calledName,
  isFunctionNode,
  keyOf,
  property,
  receiver,
  rootName,
  shortCall,
  spanOf,
  unwrap,
  unwrapAwait,
} from "./nodes.js";

/** The body of a function is gone through once a look; more looks in one function are a list of queries. */
const MAX_LOOKS = 20;

/** Finds rows that are read by their status, without a lock, and written back in the same function by what was read. */
export function findSaves(
  runs: ReadonlyMap<ts.Node, Run>,
  underLock: ReadonlySet<StatementFact>,
): readonly ReadThenSave[] {
  const saves: ReadThenSave[] = [];
  const looks = new Map<ts.Node, number>();
  for (const [node, { facts }] of runs) {
    const read = facts.find((fact) => isLook(fact.statement));
    if (read === undefined) continue;
    const scope = ts.findAncestor(node, isFunctionNode)?.body ?? node.getSourceFile();
    const before = looks.get(scope) ?? 0;
    looks.set(scope, before + 1);
    if (before >= MAX_LOOKS) continue;
    saves.push(...entitySaves(node, read, scope), ...writes(node, read, scope, runs, underLock));
  }
  return saves;
}

function isLook({ verb, lock, where }: Statement): boolean {
  return (
    verb === "select" &&
    lock === undefined &&
    comparisons(where).some((c) => isStatusLike(c.column) && c.operator !== "!=")
  );
}

/** `job.status = 1; await job.save()`, `repo.save(job)`, `job.update({ status: 1 })` */
function entitySaves(read: ts.Node, fact: StatementFact, body: ts.Node): ReadThenSave[] {
  const names = heldIn(read, body);
  const becomes = new Set<State>();
  const saves: ReadThenSave[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const { left, right } = node;
      const isStatus =
        ts.isPropertyAccessExpression(left) && isStatusLike(left.name.text) && names.has(rootName(left) ?? "");
      if (isStatus) for (const state of statesOfNode(right)) becomes.add(state);
    }
    if (ts.isCallExpression(node) && node.pos > read.end) {
      const status = updatedStatus(node, names);
      if (status !== undefined) for (const state of statesOfNode(status)) becomes.add(state);
      if ((isSaved(node, names) && becomes.size > 0) || status !== undefined) {
        saves.push({
          read: fact,
          save: { text: shortCall(node), span: spanOf(node) },
          becomes: new Set(becomes),
          write: undefined,
        });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(body);
  return saves.slice(0, 1);
}

function isSaved(call: ts.CallExpression, names: ReadonlySet<string>): boolean {
  if (calledName(call) !== "save") return false;
  const object = receiver(call);
  if (object !== undefined && names.has(rootName(object) ?? "")) return true;
  return call.arguments.some((argument) => names.has(rootName(argument) ?? ""));
}

/** The status in `job.update({ status: 1 })`. */
function updatedStatus(call: ts.CallExpression, names: ReadonlySet<string>): ts.Expression | undefined {
  const object = receiver(call);
  if (calledName(call) !== "update" || object === undefined || !ts.isIdentifier(object) || !names.has(object.text))
    return undefined;
  const [values] = call.arguments;
  const given = values && unwrap(values);
  if (given === undefined || !ts.isObjectLiteralExpression(given)) return undefined;
  const key = given.properties
    .flatMap((entry) => (ts.isPropertyAssignment(entry) ? [keyOf(entry.name) ?? ""] : []))
    .find(isStatusLike);
  return key === undefined ? undefined : property(given, key);
}

/** The variables of the function that hold what was read: `[rows]`, `job` of `for (const job of rows)`, `const job = rows[0]`. */
function heldIn(read: ts.Node, body: ts.Node): ReadonlySet<string> {
  const names = new Set<string>();
  const declaration = ts.findAncestor(read, ts.isVariableDeclaration);
  if (declaration !== undefined) addNames(declaration.name, names);
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node)) {
      const loop = node.parent.parent;
      const source = ts.isForOfStatement(loop) ? loop.expression : node.initializer;
      const isCopy =
        source !== undefined && !ts.isAwaitExpression(source) && names.has(rootName(unwrapAwait(source)) ?? "");
      if (isCopy) addNames(node.name, names);
    }
    // `rows.map((row) => ...)`
    if (
      ts.isParameter(node) &&
      ts.isCallExpression(node.parent.parent) &&
      names.has(rootName(node.parent.parent) ?? "")
    )
      addNames(node.name, names);
    ts.forEachChild(node, visit);
  };
  visit(body);
  return names;
}

function addNames(name: ts.BindingName, names: Set<string>): void {
  if (ts.isIdentifier(name)) names.add(name.text);
  else for (const element of name.elements) if (!ts.isOmittedExpression(element)) addNames(element.name, names);
}

function statesOfNode(node: ts.Expression): Iterable<State> {
  const inner = unwrap(node);
  if (ts.isNumericLiteral(inner)) return statesOf({ kind: "value", value: Number(inner.text), span: spanOf(inner) });
  return statesNamed(ts.isStringLiteralLike(inner) ? inner.text : inner.getText());
}

/** Updates of the same table after the read. */
function writes(
  node: ts.Node,
  read: StatementFact,
  body: ts.Node,
  runs: ReadonlyMap<ts.Node, Run>,
  underLock: ReadonlySet<StatementFact>,
): ReadThenSave[] {
  const table = read.statement.tables[0]?.name?.toLowerCase();
  for (const [other, { facts }] of runs) {
    if (other.pos < node.end || other.pos < body.pos || other.end > body.end || table === undefined) continue;
    const write = facts.find(
      (fact) =>
        fact.statement.verb === "update" &&
        fact.statement.tables[0]?.name?.toLowerCase() === table &&
        !underLock.has(fact),
    );
    const set = write?.statement.sets.find((one) => isStatusLike(one.column));
    if (write === undefined || set === undefined) continue;
    const save = { text: "", span: write.statement.span };
    return [{ read, save, becomes: statesOfColumn(set.column, set.value), write: write.statement }];
  }
  return [];
}

import { ts } from "ts-morph";
import type { StatementFact } from "../facts/code.js";
import { comparisons } from "../facts/columns.js";
import type { Statement } from "../facts/statement.js";
import { isStatusLike } from "../facts/work-shape.js";
import type { Bindings } from "./bindings.js";
import { ownFunction } from "./function-calls.js";
import { heldIn } from "./held-rows.js";
import type { Run } from "./lock-effects.js";
import { isFunctionNode, rootName, unwrapAwait } from "./nodes.js";

/** A place whose value are rows that were read by their status, without a lock. */
export interface LookSite {
  readonly node: ts.Node;
  readonly read: StatementFact;
  /** The function around it, or the file. */
  readonly body: ts.Node;
}

/** Where rows are read, and where functions of the file are called that return them. */
export function lookSites(
  file: ts.SourceFile,
  runs: ReadonlyMap<ts.Node, Run>,
  bindings: Bindings,
): readonly LookSite[] {
  const direct = [...runs].flatMap(([node, { facts }]): LookSite[] => {
    const read = facts.find((fact) => isLook(fact.statement));
    return read === undefined ? [] : [{ node, read, body: bodyAround(node) }];
  });
  const returning = new Map<ts.Node, StatementFact>();
  for (const site of direct) if (returnsRows(site, runs)) returning.set(site.body, site.read);
  if (returning.size === 0) return direct;
  const calls: LookSite[] = [];
  const visit = (node: ts.Node): void => {
    const fn = ts.isCallExpression(node) ? ownFunction(node, bindings) : undefined;
    const read = fn?.body && returning.get(fn.body);
    if (read !== undefined) calls.push({ node, read, body: bodyAround(node) });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...direct, ...calls];
}

function isLook({ verb, lock, where }: Statement): boolean {
  return (
    verb === "select" &&
    lock === undefined &&
    comparisons(where).some((c) => isStatusLike(c.column) && c.operator !== "!=")
  );
}

function bodyAround(node: ts.Node): ts.Node {
  return ts.findAncestor(node, isFunctionNode)?.body ?? node.getSourceFile();
}

/** True where the function gives what was read to its caller, and has not claimed it itself. */
function returnsRows({ node, read, body }: LookSite, runs: ReadonlyMap<ts.Node, Run>): boolean {
  if (ts.isSourceFile(body)) return false;
  if (writesTable(body, read.statement.tables[0]?.name, runs)) return false;
  if (!ts.isBlock(body)) return contains(body, node);
  const names = heldIn(node, body);
  let returns = false;
  const visit = (at: ts.Node): void => {
    if (isFunctionNode(at)) return;
    if (ts.isReturnStatement(at) && at.expression !== undefined)
      returns ||= contains(at, node) || names.has(rootName(unwrapAwait(at.expression)) ?? "");
    ts.forEachChild(at, visit);
  };
  ts.forEachChild(body, visit);
  return returns;
}

function writesTable(body: ts.Node, table: string | undefined, runs: ReadonlyMap<ts.Node, Run>): boolean {
  for (const [node, { facts }] of runs) {
    if (!contains(body, node)) continue;
    if (facts.some(({ statement }) => statement.verb !== "select" && statement.tables[0]?.name === table)) return true;
  }
  return false;
}

export function contains(outer: ts.Node, inner: ts.Node): boolean {
  return outer.pos <= inner.pos && inner.end <= outer.end;
}

import { ts } from "ts-morph";
import type { ReadThenSave, StatementFact } from "../facts/code.js";
import { isStatusLike, statesOfColumn } from "../facts/work-shape.js";
import type { Bindings } from "./bindings.js";
import { findEntitySave } from "./entity-saves.js";
import { ownFunction, patternNames } from "./function-calls.js";
import { copiesOf, heldIn } from "./held-rows.js";
import type { Run } from "./lock-effects.js";
import { contains, type LookSite, lookSites } from "./look-sites.js";
import { calledName, isInlineFunction, rootName, spanOf, unwrap } from "./nodes.js";

/** The body of a function is gone through once a look; more looks in one function are a list of queries. */
const MAX_LOOKS = 20;
/** So many calls of functions of the file are followed from one look. */
const MAX_CALLS = 10;

/** Finds rows that are read by their status, without a lock, and written back by what was read, in one function or in those it calls. */
export function findSaves(
  file: ts.SourceFile,
  runs: ReadonlyMap<ts.Node, Run>,
  underLock: ReadonlySet<StatementFact>,
  bindings: Bindings,
): readonly ReadThenSave[] {
  const saves: ReadThenSave[] = [];
  const looks = new Map<ts.Node, number>();
  for (const site of lookSites(file, runs, bindings)) {
    const before = looks.get(site.body) ?? 0;
    looks.set(site.body, before + 1);
    if (before >= MAX_LOOKS || isGuardedOtherwise(site)) continue;
    saves.push(...savesAfter(site, runs, underLock, bindings));
  }
  return saves;
}

function savesAfter(
  site: LookSite,
  runs: ReadonlyMap<ts.Node, Run>,
  underLock: ReadonlySet<StatementFact>,
  bindings: Bindings,
): readonly ReadThenSave[] {
  const { node, read, body } = site;
  const names = heldIn(node, body);
  const from = callbackOf(node)?.pos ?? node.end;
  const saves: ReadThenSave[] = [];
  const entity = findEntitySave(body, names, from);
  if (entity !== undefined)
    saves.push({ read, save: entity, becomes: entity.becomes, write: undefined, via: undefined });
  const write = firstWrite(read, body, from, runs, underLock);
  if (write !== undefined) saves.push(write);
  if (saves.length > 0) return saves;
  for (const [call, given] of callsWithRows(body, names, from, bindings)) {
    const via = spanOf(call);
    const fn = ownFunction(call, bindings)!;
    const inside = findEntitySave(fn.body!, copiesOf(given, fn.body!), 0);
    if (inside !== undefined) return [{ read, save: inside, becomes: inside.becomes, write: undefined, via }];
    const written = firstWrite(read, fn.body!, 0, runs, underLock);
    if (written !== undefined) return [{ ...written, via }];
  }
  return [];
}

/** The callback that gets the rows: `query(sql, (error, rows) => ...)`. */
function callbackOf(read: ts.Node): ts.Node | undefined {
  return ts.isCallExpression(read) ? read.arguments.find((argument) => isInlineFunction(unwrap(argument))) : undefined;
}

/** Calls of functions of the file that are given what was read, with what it is called there. */
function callsWithRows(
  body: ts.Node,
  names: ReadonlySet<string>,
  from: number,
  bindings: Bindings,
): readonly (readonly [ts.CallExpression, readonly string[]])[] {
  const calls: (readonly [ts.CallExpression, readonly string[]])[] = [];
  const visit = (node: ts.Node): void => {
    if (calls.length >= MAX_CALLS) return;
    if (ts.isCallExpression(node) && node.pos > from) {
      const fn = ownFunction(node, bindings);
      const given = node.arguments.flatMap((argument, index) => {
        const parameter = fn?.parameters[index];
        return parameter !== undefined && names.has(rootName(argument) ?? "") ? patternNames(parameter.name) : [];
      });
      if (fn !== undefined && given.length > 0 && !contains(fn, node)) calls.push([node, given]);
    }
    ts.forEachChild(node, visit);
  };
  visit(body);
  return calls;
}

/** The first update of the table's status after the read. */
function firstWrite(
  read: StatementFact,
  body: ts.Node,
  from: number,
  runs: ReadonlyMap<ts.Node, Run>,
  underLock: ReadonlySet<StatementFact>,
): ReadThenSave | undefined {
  const table = tableOf(read);
  if (table === undefined) return undefined;
  for (const [node, { facts }] of runs) {
    if (node.pos < from || !contains(body, node)) continue;
    const write = facts.find((fact) => fact.statement.verb === "update" && tableOf(fact) === table);
    const set = write?.statement.sets.find((one) => isStatusLike(one.column));
    if (write === undefined || set === undefined || underLock.has(write)) continue;
    const save = { text: "", span: write.statement.span };
    return { read, save, becomes: statesOfColumn(set.column, set.value), write: write.statement, via: undefined };
  }
  return undefined;
}

/** Its name, or what the program puts there: `${TABLE}`. */
function tableOf({ statement, source }: StatementFact): string | undefined {
  const [table] = statement.tables;
  return table && (table.name?.toLowerCase() ?? source.text.slice(table.span.start, table.span.end));
}

const LOCK_CALLS = /^(?:acquire|runExclusive|withLock|tryLock|lock|using|acquireLock|getLock|synchronized|critical)$/;
const LOCK_OBJECTS = /(?:lock|mutex|semaphore)/i;

/** A lock of another kind is taken before, or around it: GET_LOCK, a lock in Redis, a mutex. */
function isGuardedOtherwise({ node, body }: LookSite): boolean {
  let guarded = false;
  const visit = (at: ts.Node): void => {
    if (guarded || at.pos > node.pos) return;
    if (ts.isCallExpression(at) && (isLockCall(at) || takesNamedLock(at))) guarded = true;
    ts.forEachChild(at, visit);
  };
  visit(body);
  for (let at = node; at.parent !== undefined && !guarded; at = at.parent)
    if (ts.isCallExpression(at.parent) && isLockCall(at.parent)) guarded = true;
  return guarded;
}

function isLockCall(call: ts.CallExpression): boolean {
  const name = calledName(call);
  if (!LOCK_CALLS.test(name)) return false;
  return name !== "using" || LOCK_OBJECTS.test(call.expression.getText());
}

function takesNamedLock(call: ts.CallExpression): boolean {
  const [first] = call.arguments;
  return first !== undefined && /\bGET_LOCK\s*\(/i.test(textOf(first));
}

function textOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.head.text : "";
}

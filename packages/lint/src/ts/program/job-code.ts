import { ts } from "ts-morph";
import type { Deed, JobCode } from "../../facts/program.js";
import type { Source } from "../../source.js";
import type { Bindings } from "../bindings.js";
import { namedFunction, ownFunction } from "../function-calls.js";
import type { Run } from "../lock-effects.js";
import { calledName, isFunctionNode, isInlineFunction, keyOf, property, rootName, spanOf, unwrap } from "../nodes.js";
import { deedsOf } from "./deeds.js";
import { swallowedIn } from "./swallows.js";
import type { ReadLoop } from "./work-loops.js";

interface Root {
  readonly kind: JobCode["kind"];
  readonly head: ts.Node;
  readonly bodies: readonly ts.Node[];
  readonly takes: JobCode["takes"];
  /** Name of the parameter that is the job's context. */
  readonly context: string | undefined;
}

const LIBRARIES = /^(?:bullmq|bull|bee-queue|@nestjs\/bullmq?|@taskforcesh\/bullmq-pro)$/;
const MAX_ROWS = 5;

/** Everything of the file that runs once for each job. */
export function findJobCode(
  file: ts.SourceFile,
  source: Source,
  bindings: Bindings,
  runs: ReadonlyMap<ts.Node, Run>,
  loops: readonly ReadLoop[],
): readonly JobCode[] {
  const roots = [...handlers(file, bindings), ...loops.flatMap((loop) => rowsOf(loop, bindings))];
  return roots.map(({ kind, head, bodies, takes, context }): JobCode => {
    const swallows = kind === "rows" ? undefined : swallowedIn(bodies[0]);
    return { source, kind, head: spanOf(head), takes, ...deedsOf(bodies, context, bindings, runs), swallows };
  });
}

/** What a loop does with each row: bodies of loops over them, and functions of the file that are given one. */
function rowsOf({ fact, draft, names, rowBodies }: ReadLoop, bindings: Bindings): readonly Root[] {
  if (fact.takes.length === 0) return [];
  const called: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (called.length >= MAX_ROWS) return;
    const fn = ts.isCallExpression(node) ? ownFunction(node, bindings) : undefined;
    if (fn !== undefined && (node as ts.CallExpression).arguments.some((one) => names.has(rootName(one) ?? "")))
      called.push(node);
    ts.forEachChild(node, visit);
  };
  visit(draft.body);
  const bodies = [...new Set([...rowBodies, ...called])].slice(0, MAX_ROWS);
  return bodies.length === 0 ? [] : [{ kind: "rows", head: draft.node, bodies, takes: fact.takes, context: undefined }];
}

/** Functions that a worker is given. */
function handlers(file: ts.SourceFile, bindings: Bindings): readonly Root[] {
  const roots = new Map<ts.Node, Root>();
  const usesLibrary = [...bindings.modules].some((module) => LIBRARIES.test(module));
  const add = (kind: JobCode["kind"], head: ts.Node, fn: ts.Node | undefined): void => {
    const inner = fn && (ts.isExpression(fn) ? unwrap(fn) : fn);
    if (inner === undefined || !isFunctionNode(inner) || inner.body === undefined || roots.has(inner)) return;
    const context = inner.parameters[1]?.name;
    const named = context !== undefined && ts.isIdentifier(context) ? context.text : undefined;
    roots.set(inner, { kind, head, bodies: [inner.body], takes: [], context: named });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && isHandlerType(node, bindings)) add("handler", node.name, node.initializer);
    if (ts.isFunctionDeclaration(node) && node.name !== undefined && hasHandlerTag(node))
      add("handler", node.name, node);
    if (ts.isCallExpression(node) && /^(?:runWorker|createWorker)$/.test(calledName(node)))
      for (const [name, fn] of handlersGiven(node, bindings)) add("handler", name, fn);
    if (usesLibrary) for (const [head, fn] of libraryHandlers(node, bindings)) add("library", head, fn);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...roots.values()];
}

/** `const handleNotify: NotifyHandler = ...`, with the type from a generated consumer or the runtime; or the same by JSDoc. */
function isHandlerType(node: ts.VariableDeclaration, bindings: Bindings): boolean {
  if (node.type === undefined) {
    const statement = node.parent.parent;
    return ts.isVariableStatement(statement) && hasHandlerTag(statement);
  }
  if (!ts.isTypeReferenceNode(node.type) || !ts.isIdentifier(node.type.typeName)) return false;
  const imported = bindings.find(node.type.typeName)?.imported;
  return imported !== undefined && /Handler$/.test(imported.name) && isOurs(imported.module);
}

function isOurs(module: string): boolean {
  return module === "@queuegen/runtime" || /\/consumer(?:\.[cm]?[jt]s)?$/.test(module);
}

function hasHandlerTag(node: ts.Node): boolean {
  const text = node.getSourceFile().text.slice(node.pos, node.getStart());
  return /@type\s*\{\s*import\(["'][^"']*(?:\/consumer(?:\.[cm]?js)?|@queuegen\/runtime)["']\)\.\w*Handler\b/.test(
    text,
  );
}

/** The functions in `runWorker(registry, { handlers: { notify: handleNotify } })`. */
function handlersGiven(
  call: ts.CallExpression,
  bindings: Bindings,
): readonly (readonly [ts.Node, ts.Node | undefined])[] {
  const given = call.arguments.map((argument) => property(argument, "handlers")).find((one) => one !== undefined);
  const held = given !== undefined && ts.isIdentifier(given) ? bindings.find(given)?.initializer : given;
  const object = held && unwrap(held);
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return [];
  return object.properties.map((entry) => {
    if (ts.isMethodDeclaration(entry)) return [entry.name, entry] as const;
    const value = ts.isPropertyAssignment(entry)
      ? entry.initializer
      : ts.isShorthandPropertyAssignment(entry)
        ? entry.name
        : undefined;
    return [entry.name ?? entry, functionAt(value, bindings)] as const;
  });
}

function functionAt(value: ts.Expression | undefined, bindings: Bindings): ts.Node | undefined {
  const inner = value && unwrap(value);
  if (inner === undefined) return undefined;
  return isInlineFunction(inner) ? inner : namedFunction(inner, bindings);
}

/** `new Worker("mail", fn)` of BullMQ, `queue.process(fn)` of Bull, `process(job)` of a `@Processor()`, `@Process()` methods. */
function libraryHandlers(node: ts.Node, bindings: Bindings): readonly (readonly [ts.Node, ts.Node | undefined])[] {
  if (ts.isNewExpression(node) && ts.isIdentifier(node.expression)) {
    const module = bindings.find(node.expression)?.imported?.module;
    const fn = node.arguments?.[1];
    return module !== undefined && LIBRARIES.test(module) ? [[node.expression, functionAt(fn, bindings)]] : [];
  }
  if (ts.isCallExpression(node) && calledName(node) === "process") {
    const fn = node.arguments.find((argument) => functionAt(argument, bindings) !== undefined);
    return fn === undefined ? [] : [[node.expression, functionAt(fn, bindings)]];
  }
  if (!ts.isMethodDeclaration(node)) return [];
  const decorated = (of: ts.HasDecorators, name: RegExp): boolean =>
    (ts.getDecorators(of) ?? []).some((one) => name.test(one.expression.getText()));
  const isProcessor =
    ts.isClassDeclaration(node.parent) && decorated(node.parent, /^Processor\b/) && keyOf(node.name) === "process";
  return isProcessor || decorated(node, /^Process\b/) ? [[node.name, node]] : [];
}

export type { Deed };

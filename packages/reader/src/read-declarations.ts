import type { Declaration, Diagnostic, StaticObject } from "@queuegen/model";
import { ts } from "ts-morph";
import { evaluate } from "./evaluate.js";
import { type FoundQueue, findQueues } from "./find-queues.js";
import type { ReaderHost } from "./host.js";
import { type Module, syntaxErrors } from "./module.js";
import { Modules } from "./modules.js";
import { notStatic, packageName, type Reading, report, type Scope } from "./reading.js";
import { rangeAt, rangeOf } from "./source-range.js";

export interface ReadDeclarations {
  /** In the order of the files, then of the source. */
  readonly declarations: readonly Declaration[];
  readonly diagnostics: readonly Diagnostic[];
  /** Every file that the result depends on, sorted: schemas, what they import, tsconfig files. */
  readonly filesRead: readonly string[];
}

/**
 * Reads the queue declarations of the files without running them. `files` are relative to the root of the host. A
 * declaration with parts that cannot be read comes back with unknown values in their place, so that the rest of it can
 * be judged in the same run.
 */
export function readDeclarations(files: readonly string[], host: ReaderHost): ReadDeclarations {
  const modules = new Modules(host);
  const reading: Reading = { modules, diagnostics: [], values: new Map(), active: new Set() };
  const declarations = files.flatMap((file) => readFile(file, reading));
  for (const module of modules.loaded) tellSyntaxErrors(module, reading);
  return { declarations, diagnostics: reading.diagnostics, filesRead: modules.filesRead };
}

function readFile(file: string, reading: Reading): readonly Declaration[] {
  const module = reading.modules.load(file);
  if (!module) {
    const at = { file, line: 1, column: 1, length: 0, lineText: "" };
    report(reading, "schema-not-found", at, `${file} is not there.`, "Check `schemas` in queuegen.json.");
    return [];
  }
  // What the parser made up after an error would be told as nonsense.
  if (syntaxErrors(module.source).length > 0) return [];
  const scope: Scope = { reading, module };
  const queues = findQueues(scope);
  if (queues.length === 0) tellEmpty(module, reading);
  return queues.flatMap((queue) => {
    const declaration = readQueue(queue, scope);
    return declaration ? [declaration] : [];
  });
}

function readQueue(queue: FoundQueue, scope: Scope): Declaration | undefined {
  const { call, exportName, doc, nested } = queue;
  const { reading, module } = scope;
  if (nested) {
    notStatic(call.expression, scope, "must be called at the top level of the file, in a statement of its own");
    return undefined;
  }
  const at = rangeOf(call, module.source);
  if (exportName === undefined) tellNotExported(queue, scope);
  const [name, options, extra] = call.arguments;
  if (!name || !options || extra || [name, options].some(ts.isSpreadElement)) {
    const message = `defineQueue takes a name and an object of options, not ${call.arguments.length} arguments.`;
    report(reading, "bad-declaration", at, message, 'Write defineQueue("notify", { columns: { ... } }).');
    return undefined;
  }
  const object = readOptions(options, scope);
  return object && { name: evaluate(name, scope), options: object, exportName, doc, file: module.file, at };
}

function readOptions(node: ts.Expression, scope: Scope): StaticObject | undefined {
  const value = evaluate(node, scope);
  if (value.kind === "object") return value;
  if (value.kind !== "unknown") {
    const message = "The second argument of defineQueue is an object of options.";
    const at = rangeOf(node, scope.module.source);
    report(scope.reading, "bad-declaration", at, message, 'Write defineQueue("notify", { columns: { ... } }).');
  }
  return undefined;
}

function tellNotExported({ call }: FoundQueue, { reading, module }: Scope): void {
  const { parent } = call;
  const named = ts.isVariableDeclaration(parent) ? parent.name.getText(module.source) : "notify";
  const message = "This queue is not exported by name, so generated code and other files cannot refer to it.";
  const hint = `Write \`export const ${named}: QueueDeclaration = defineQueue(...)\`.`;
  report(reading, "queue-not-exported", rangeOf(call.expression, module.source), message, hint);
}

function tellEmpty({ source }: Module, { diagnostics }: Reading): void {
  diagnostics.push({
    code: "schema-without-queue",
    severity: "warning",
    message: `This file declares no queue: nothing in it calls defineQueue of "${packageName}".`,
    hint: 'Import { defineQueue } from "queuegen" and call it, or give the file a name that does not end in .queue.ts.',
    at: rangeAt(source, 0, 0),
  });
}

/** The number that the TypeScript parser gives to `<<<<<<<`, `=======` and `>>>>>>>`. */
const MERGE_CONFLICT_MARKER = 1185;

function tellSyntaxErrors({ source }: Module, reading: Reading): void {
  const errors = syntaxErrors(source);
  const conflict = errors.find(({ code }) => code === MERGE_CONFLICT_MARKER);
  if (conflict !== undefined) {
    const at = rangeAt(source, conflict.start, conflict.start + conflict.length);
    const hint = "Resolve the merge in this file, then `queuegen generate`.";
    report(reading, "schema-syntax", at, "The file has conflict marks of a merge.", hint);
    return;
  }
  for (const { start, length, messageText } of errors) {
    const message = ts.flattenDiagnosticMessageText(messageText, " ");
    report(reading, "schema-syntax", rangeAt(source, start, start + length), message, "Correct the syntax.");
  }
}

import { ts } from "ts-morph";
import { type Bindings, collectBindings } from "./bindings.js";

/** A parsed file with the names at its top level. */
export interface Module {
  /** Relative to the project root, forward slashes. */
  readonly file: string;
  readonly source: ts.SourceFile;
  readonly bindings: Bindings;
}

/** Parses only: no type checker, no imports followed. A JSON file becomes a module whose default export is its value. */
export function parseModule(file: string, text: string): Module {
  // A byte order mark would shift the columns of the first line.
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const source = file.endsWith(".json")
    ? ts.parseJsonText(file, plain)
    : ts.createSourceFile(file, plain, ts.ScriptTarget.Latest, true);
  return { file, source, bindings: collectBindings(source) };
}

/** Syntax errors. The property is not in the public types; the public way to it transpiles the file as well. */
export function syntaxErrors(source: ts.SourceFile): readonly ts.DiagnosticWithLocation[] {
  const { parseDiagnostics = [] } = source as { readonly parseDiagnostics?: readonly ts.DiagnosticWithLocation[] };
  return parseDiagnostics;
}

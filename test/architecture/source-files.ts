import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** Absolute path of the repository, with a slash at the end. */
export const ROOT: string = fileURLToPath(new URL("../../", import.meta.url));

/** Files of the repository below a folder: what git tracks or would track, without what is deleted. Relative to the root. */
export function repositoryFiles(...folders: string[]): string[] {
  // In a CI container the folder may belong to another user than we are.
  const args = [
    "-c",
    "safe.directory=*",
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
    "--",
    ...folders,
  ];
  const output = execFileSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  return [...new Set(output.split("\0"))].filter((file) => file !== "" && existsSync(path.join(ROOT, file)));
}

export function read(file: string): string {
  return readFileSync(path.join(ROOT, file), "utf8");
}

/** What a package.json of the workspace says of what it needs. */
export interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export function manifestOf(folder: string): Manifest {
  return JSON.parse(read(`${folder}/package.json`)) as Manifest;
}

/** One import, export-from, dynamic import or import type of a file. */
export interface Import {
  /** As written: `node:fs`, `@queuegen/model`, `./names.js`. */
  readonly specifier: string;
  /** True when nothing is left of it in JavaScript. */
  readonly typeOnly: boolean;
  readonly line: number;
}

/** Every import of a file, from its syntax tree: text in strings and comments does not count. */
export function importsOf(file: string, text: string): Import[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const found: Import[] = [];
  const add = (literal: ts.Node | undefined, typeOnly: boolean): void => {
    if (!literal || !ts.isStringLiteralLike(literal)) return;
    const { line } = source.getLineAndCharacterOfPosition(literal.getStart(source));
    found.push({ specifier: literal.text, typeOnly, line: line + 1 });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnlyImport(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** With `verbatimModuleSyntax`, `import { type A }` still loads the module: only `import type` does not. */
function isTypeOnlyImport(clause: ts.ImportClause | undefined): boolean {
  return clause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}

/** `@queuegen/modes/claim/run` and `@queuegen/modes` are of the package `@queuegen/modes`. */
export function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

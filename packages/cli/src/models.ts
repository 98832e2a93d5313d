import {
  buildModel,
  checkTogether,
  type Declared,
  type Diagnostic,
  QueuegenError,
  type QueueModel,
} from "@queuegen/model";
import { modes } from "@queuegen/modes";
import { glob } from "tinyglobby";
import type { Config } from "./config.js";

/** Every queue of the project, sorted by name. All problems of all schema files are thrown together. */
export async function loadModels(config: Config): Promise<readonly QueueModel[]> {
  const { declarations, diagnostics } = await readSchemas(config);
  const built = declarations.map((declaration) => ({ declaration, ...buildModel(declaration, modes) }));
  const declared = built.flatMap(({ declaration, model }): Declared[] => (model ? [{ declaration, model }] : []));
  const problems: readonly Diagnostic[] = [
    ...diagnostics,
    ...built.flatMap((queue) => queue.diagnostics),
    ...checkTogether(declared),
  ];
  if (problems.some(({ severity }) => severity === "error")) throw new QueuegenError(problems);
  return declared.map(({ model }) => model).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Paths of the schema files, relative to the project root, sorted. */
export async function schemaFiles(config: Config): Promise<readonly string[]> {
  const found = await glob([...config.schemas], {
    cwd: config.root,
    ignore: ["**/node_modules/**"],
    expandDirectories: false,
  });
  return found.map((path) => path.replaceAll("\\", "/")).sort();
}

/** ts-morph takes most of a second to load: only here, and only when it is needed. */
async function readSchemas(config: Config): Promise<ReadSchemas> {
  const files = await schemaFiles(config);
  if (files.length === 0) return { declarations: [], diagnostics: [] };
  const { readDeclarations } = await import("@queuegen/reader");
  return readDeclarations(files, config.root);
}

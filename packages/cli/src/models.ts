import { type Diagnostic, QueuegenError, type QueueModel } from "@queuegen/model";
import { modes } from "@queuegen/modes";
import { glob } from "tinyglobby";
import type { Config } from "./config.js";

export interface ProjectModels {
  /** Valid queues, sorted by name; all of the project only where no diagnostic is an error. */
  readonly models: readonly QueueModel[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Every queue of the project, sorted by name. All problems of all schema files are thrown together. */
export async function loadModels(config: Config): Promise<readonly QueueModel[]> {
  const { models, diagnostics } = await readModels(config);
  if (diagnostics.some(({ severity }) => severity === "error")) throw new QueuegenError(diagnostics);
  return models;
}

/** As `loadModels`, for commands that go on with what is valid. */
export async function readModels(config: Config): Promise<ProjectModels> {
  const files = await schemaFiles(config);
  if (files.length === 0) return { models: [], diagnostics: [] };
  // Loads ts-morph, which takes most of a second.
  const { nodeHost, readQueues } = await import("@queuegen/reader");
  return readQueues(files, nodeHost(config.root), modes);
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

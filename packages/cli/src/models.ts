import { type Diagnostic, QueuegenError, type QueueModel } from "@queuegen/model";
import type { ReaderHost } from "@queuegen/reader";
import { nodeHost } from "@queuegen/reader/node-host";
import { LocalCache } from "./cache/local-cache.js";
import { keepModels, keptModels, type ModelsQuestion, recordingHost } from "./cache/model-cache.js";
import type { Config } from "./config.js";
import { simpleGlobs } from "./files/simple-globs.js";

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

/** What a run may use of the one before it. */
export interface CacheOption {
  /** False: everything is read and printed anew. */
  readonly cache: boolean;
  /** Told each path that reading looked at, relative to the project root, whether a file is there or not. */
  readonly onAsk?: (path: string) => void;
}

/** As `loadModels`, for commands that go on with what is valid. An unchanged project is not read again. */
export async function readModels(config: Config, option: CacheOption = { cache: true }): Promise<ProjectModels> {
  const cache = option.cache ? LocalCache.of(config.root) : undefined;
  const files = await schemaFiles(config);
  if (files.length === 0) return { models: [], diagnostics: [] };
  const host = telling(nodeHost(config.root), option.onAsk);
  const question = { files, target: config.target };
  const kept = cache && keptModels(cache, question, host);
  if (kept !== undefined) return kept;
  const recording = recordingHost(host);
  const read = await readSchemas(question, recording.host);
  const valid = read.diagnostics.every(({ severity }) => severity !== "error");
  if (cache && valid) keepModels(cache, question, recording.answers, read);
  return read;
}

async function readSchemas({ files, target }: ModelsQuestion, host: ReaderHost): Promise<ProjectModels> {
  // Loads ts-morph, which takes most of a second.
  const [{ readQueues }, { modesFor }] = await Promise.all([import("@queuegen/reader"), import("@queuegen/modes")]);
  const { models, diagnostics } = readQueues(files, host, modesFor(target));
  return { models, diagnostics };
}

function telling(host: ReaderHost, onAsk: CacheOption["onAsk"]): ReaderHost {
  if (onAsk === undefined) return host;
  const told = <Result>(path: string, answer: Result): Result => {
    onAsk(path);
    return answer;
  };
  return {
    readFile: (path) => told(path, host.readFile(path)),
    fileExists: (path) => told(path, host.fileExists(path)),
  };
}

/** Those globs of the key `schemas` that match no file. */
export async function emptyGlobs(config: Config): Promise<readonly string[]> {
  const wanted = config.schemas.filter((pattern) => !pattern.startsWith("!"));
  const found = await Promise.all(wanted.map((pattern) => schemaFiles({ ...config, schemas: [pattern] })));
  return wanted.filter((_, index) => found[index]?.length === 0);
}

/** Paths of the schema files, relative to the project root, sorted. */
async function schemaFiles(config: Pick<Config, "root" | "schemas">): Promise<readonly string[]> {
  const simple = simpleGlobs(config.root, config.schemas);
  if (simple !== undefined) return simple;
  const { glob } = await import("tinyglobby");
  const found = await glob([...config.schemas], {
    cwd: config.root,
    ignore: ["**/node_modules/**"],
    expandDirectories: false,
  });
  return found.map((path) => path.replaceAll("\\", "/")).sort();
}

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { DEFAULT_SETTINGS, prefilterFor, type Settings } from "@queuegen/lint";
import { type Diagnostic, QueuegenError } from "@queuegen/model";
import type { ReaderHost } from "@queuegen/reader";
import { nodeHost } from "@queuegen/reader/node-host";
import { type Config, loadConfig } from "queuegen/config";
import { loadCompiler } from "../load-compiler.js";
import type { LintProject } from "./lint-project.js";
import { schemaFiles } from "./schema-files.js";

/** Text of a file that an editor has not saved yet, in the place of what is on disk. */
export interface Unsaved {
  /** Relative to the project's root. */
  readonly path: string;
  readonly text: string;
}

export interface ReadProject {
  readonly project: LintProject;
  /** Absolute paths of all that was looked at, whether it is there or not. */
  readonly asked: ReadonlySet<string>;
  /** The schema files found, relative to the root. */
  readonly schemas: readonly string[];
}

/** Reads queuegen.json of `root`, if there is one, and the queues. Never throws: what is wrong is told as `problems`. */
export function readProject(root: string, unsaved?: Unsaved): ReadProject {
  const asked = new Set(["queuegen.json", "tsconfig.json", "src"].map((name) => join(root, name)));
  const texts = new Map<string, string>();
  const host = recordingHost(root, asked, texts, unsaved);
  const problems: Diagnostic[] = [];
  const config = attempt(() => loadConfig(root), problems);
  const schemas = (config && attempt(() => schemaFiles(root, config.schemas), problems)) ?? [];
  const queues = (config && attempt(() => readQueues(schemas, host, config), problems)) ?? {
    models: [],
    diagnostics: [],
  };
  const settings: Settings = config === undefined ? DEFAULT_SETTINGS : { ...settingsOf(config), queues: queues.models };
  const { include, exclude } = config?.lint ?? { include: [], exclude: [] };
  const project = {
    root,
    settings,
    choice: { include, exclude },
    mayMatter: prefilterFor(settings),
    problems: [...problems, ...queues.diagnostics],
    texts,
  };
  return { project, asked, schemas };
}

/** The patterns of queuegen.json, for who looks whether there are new schema files; none where it cannot be read. */
export function schemasNow(root: string): readonly string[] {
  return attempt(() => schemaFiles(root, loadConfig(root).schemas), []) ?? [];
}

function settingsOf({ lint, target, file }: Config): Omit<Settings, "queues"> {
  const { rules, tables, models, sinks } = lint;
  // Without a file nobody has said which servers there are.
  return { rules, tables, models, sinks, target: file === undefined ? undefined : target };
}

function readQueues(
  schemas: readonly string[],
  host: ReaderHost,
  config: Config,
): Pick<ReturnType<typeof import("@queuegen/reader").readQueues>, "models" | "diagnostics"> {
  if (schemas.length === 0) return { models: [], diagnostics: [] };
  const compiler = loadCompiler();
  return compiler.readQueues(schemas, host, compiler.modesFor(config.target));
}

/** An editor goes on whatever is wrong with a declaration: it becomes a message. */
function attempt<Result>(read: () => Result, problems: Diagnostic[]): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof QueuegenError) problems.push(...error.diagnostics);
    else problems.push({ code: "read-failed", severity: "error", message: String(error) });
    return undefined;
  }
}

function recordingHost(
  root: string,
  asked: Set<string>,
  texts: Map<string, string>,
  unsaved: Unsaved | undefined,
): ReaderHost {
  const disk = nodeHost(root);
  return {
    readFile(path) {
      asked.add(resolve(root, path));
      const text = path === unsaved?.path ? unsaved.text : disk.readFile(path);
      if (text !== undefined) texts.set(path, text);
      return text;
    },
    fileExists(path) {
      asked.add(resolve(root, path));
      return disk.fileExists(path);
    },
  };
}

/** The nearest folder at `folder` or above with a queuegen.json. */
export function findRoot(folder: string): string | undefined {
  if (existsSync(join(folder, "queuegen.json"))) return folder;
  const parent = resolve(folder, "..");
  return parent === folder ? undefined : findRoot(parent);
}

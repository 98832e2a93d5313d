import { resolve } from "node:path";
import type { FileSet } from "@queuegen/generator";
import { compare, type Difference } from "@queuegen/generator/compare";
import { readHeader } from "@queuegen/generator/header";
import {
  adoptedWithoutMigration,
  changedWithoutMigration,
  forkFindings,
  type MigrationFile,
  migrationFiles,
  planCreateMigrations,
  readMigrations,
} from "@queuegen/migrations";
import { type Diagnostic, QueuegenError, type QueueModel } from "@queuegen/model";
import type { Config } from "../config.js";
import { filesBelow, readTexts } from "../files/read-files.js";
import { type CacheOption, emptyGlobs, readModels } from "../models.js";
import { expectedFiles } from "./expected-files.js";
import { loadTemplates } from "./templates.js";

/** What should be there and how it differs from what is: the same for `generate`, `check` and `add`. */
export interface Plan {
  readonly models: readonly QueueModel[];
  readonly files: FileSet;
  readonly differences: readonly Difference[];
  /** Migrations that create what has none yet; paths are relative to the project root. */
  readonly migrations: readonly MigrationFile[];
  /** Tables that changed since their last migration. */
  readonly changes: readonly Diagnostic[];
  /** Migrations that go two ways, or follow one that is not there. What such a queue still lacks is not among `changes`. */
  readonly forks: readonly Diagnostic[];
  /** Of the schema files; errors have been thrown. */
  readonly warnings: readonly Diagnostic[];
  /** Templates that the user's folder replaces. */
  readonly replaced: readonly string[];
}

/** Reads the whole project; writes nothing but its cache. */
export async function plan(config: Config, now: Date, option: CacheOption = { cache: true }): Promise<Plan> {
  const { models, diagnostics } = await readModels(config, option);
  if (diagnostics.some(({ severity }) => severity === "error")) throw new QueuegenError(diagnostics);
  // Mostly a glob that is misspelt: to go on would take all generated code for orphans and delete it.
  if (models.length === 0) throw noQueues(config);
  const templates = loadTemplates(config);
  const files = await expectedFiles(models, config, templates, option);
  const differences = compare(files, readGenerated(config, files));
  if (differences.some(({ kind }) => kind === "orphan")) {
    const empty = await emptyGlobs(config);
    if (empty.length > 0) throw emptyGlob(empty);
  }
  const { dir, format } = config.migrations;
  const existing = await readMigrations(resolve(config.root, dir), format);
  const names = existing.map(({ name }) => name);
  return {
    models,
    files,
    differences,
    migrations: migrationFiles(planCreateMigrations(models, existing, now, config), format, names).map(
      ({ path, text }) => ({ path: `${dir}/${path}`, text }),
    ),
    changes: [
      ...adoptedWithoutMigration(models, existing),
      ...changedWithoutMigration(models, existing, config.target),
    ],
    forks: forkFindings(existing),
    // What is only advice is for `queuegen lint`.
    warnings: diagnostics.filter(({ severity }) => severity !== "info"),
    replaced: templates.replaced,
  };
}

/** The files that are expected or ours; all others of the folder are none of our business. */
function readGenerated(config: Config, files: FileSet): FileSet {
  const paths = new Set([...files.keys(), ...filesBelow(config.root, config.generated)]);
  const texts = readTexts(config.root, paths);
  for (const [path, text] of texts) if (!files.has(path) && readHeader(text) === undefined) texts.delete(path);
  return texts;
}

function noQueues({ schemas, generated }: Config): QueuegenError {
  return problem(
    `No queue is declared: no file matches ${schemas.join(", ")}.`,
    `Nothing was changed. \`queuegen add notify\` declares one; the key "schemas" of queuegen.json says where they are looked for. Where the last queue was removed on purpose, delete ${generated} as well.`,
  );
}

function emptyGlob(globs: readonly string[]): QueuegenError {
  return problem(
    `Queues are missing whose code was generated, and no file matches ${globs.join(", ")}.`,
    'Nothing was changed. Correct the key "schemas" of queuegen.json; where those queues were removed on purpose, take the glob out of it.',
  );
}

function problem(message: string, hint: string): QueuegenError {
  return new QueuegenError([{ code: "no-queues", severity: "error", message, hint }]);
}

import path from "node:path";
import { planFiles, templates } from "@queuegen/generator";
import { createTableSql, type MigrationFolder, planChanges, planCreateMigrations } from "@queuegen/migrations";
import type { QueueModel } from "@queuegen/model";
import { modes } from "@queuegen/modes";
import { nodeHost, readQueues } from "@queuegen/reader";

const FAULTS = path.resolve(import.meta.dirname, "..");
const SCHEMAS = ["queues/brittle.queue.ts", "queues/fault.queue.ts", "queues/isolated.queue.ts"];

/** The queues of a release later: what changed stands in a folder of its own. */
const NEXT = SCHEMAS.map((file) => (file === "queues/fault.queue.ts" ? "queues/next/fault.queue.ts" : file));

/** The folders' names are thrown away, their order is not. */
const SOME_DAY = new Date(0);
const A_DAY_LATER = new Date(86_400_000);

const SETTINGS = {
  handlers: "handlers",
  worker: "worker.ts",
  importExtension: "js",
  database: undefined,
  tablePrefix: "queuegen_",
  templates,
  createTableSql,
} as const;

/**
 * What `queuegen generate` writes for the queues of the fault tests, by path: the code below `generated/`, and the
 * statements of the create migrations as one file each below `schema/`; the same for the release after it below `next/`,
 * with the migration that leads there.
 */
export function generatedFiles(): ReadonlyMap<string, string> {
  const models = modelsOf(SCHEMAS);
  const next = modelsOf(NEXT);
  const created = planCreateMigrations(models, [], SOME_DAY, SETTINGS);
  const { planned, problems } = planChanges(next, created, A_DAY_LATER, {
    target: "mysql57",
    renames: [],
    allowDestructive: [],
    allowCopy: false,
  });
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
  return new Map([
    ...planFiles(models, { ...SETTINGS, generated: "generated" }),
    ...planFiles(next, { ...SETTINGS, generated: "next" }),
    ...statementFiles("schema", created, "up"),
    ...statementFiles(
      "next/up",
      planned.map(({ migration }) => migration),
      "up",
    ),
    ...statementFiles(
      "next/down",
      planned.map(({ migration }) => migration),
      "down",
    ),
  ]);
}

function modelsOf(schemas: readonly string[]): readonly QueueModel[] {
  const { models, diagnostics } = readQueues(schemas, nodeHost(FAULTS), modes);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  return models;
}

function statementFiles(
  folder: string,
  migrations: readonly MigrationFolder[],
  direction: "up" | "down",
): readonly (readonly [path: string, sql: string])[] {
  return migrations
    .flatMap((migration) => migration[direction].split(/;\n/))
    .filter((text) => /^\s*(?:CREATE|ALTER|DROP)\b/m.test(text))
    .map((text, index) => [`${folder}/${index}.sql`, text]);
}

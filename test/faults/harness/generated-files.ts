import path from "node:path";
import { planFiles, templates } from "@queuegen/generator";
import { createTableSql, planCreateMigrations } from "@queuegen/migrations";
import { modes } from "@queuegen/modes";
import { nodeHost, readQueues } from "@queuegen/reader";

const FAULTS = path.resolve(import.meta.dirname, "..");
const SCHEMAS = ["queues/brittle.queue.ts", "queues/fault.queue.ts", "queues/isolated.queue.ts"];

/** The only one there is; the folders' names are thrown away. */
const SOME_DAY = new Date(0);

/**
 * What `queuegen generate` writes for the queues of the fault tests, by path: the code below `generated/`, and the
 * statements of the create migrations as one file each below `schema/`.
 */
export function generatedFiles(): ReadonlyMap<string, string> {
  const { models, diagnostics } = readQueues(SCHEMAS, nodeHost(FAULTS), modes);
  if (diagnostics.length > 0) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const settings = {
    generated: "generated",
    handlers: "handlers",
    worker: "worker.ts",
    importExtension: "js",
    database: undefined,
    tablePrefix: "queuegen_",
    templates,
    createTableSql,
  } as const;
  const files = new Map<string, string>(planFiles(models, settings));
  const statements = planCreateMigrations(models, [], SOME_DAY, settings)
    .flatMap(({ up }) => up.split(/;\n/))
    .filter((text) => /^\s*CREATE TABLE/m.test(text));
  for (const [index, text] of statements.entries()) files.set(`schema/${index}.sql`, text);
  return files;
}

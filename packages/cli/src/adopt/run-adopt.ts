import { existsSync } from "node:fs";
import { resolve } from "node:path";
import {
  adoptedSchemaScaffold,
  handlerPath,
  handlerScaffold,
  type NewQueue,
  type Scaffold,
  workerLines,
  workerScaffold,
} from "@queuegen/generator";
import {
  type AddAlgorithm,
  type MigrationFile,
  migrationFiles,
  planAdoptMigration,
  readMigrations,
} from "@queuegen/migrations";
import { type LiveTable, readLiveTable } from "@queuegen/migrations/apply";
import { type Diagnostic, QueuegenError, type QueueModel, queueNames } from "@queuegen/model";
import type { ExitCode } from "../command.js";
import { type Config, loadConfig } from "../config.js";
import { withConnection } from "../connection.js";
import { databaseUrl } from "../database-url.js";
import { readText } from "../files/read-files.js";
import { writeFiles } from "../files/write-files.js";
import { generateSettings } from "../generation/settings.js";
import { loadTemplates } from "../generation/templates.js";
import type { Io } from "../io.js";
import { loadModels } from "../models.js";
import { printDiagnostics } from "../print.js";
import { checkNames } from "../project/check-names.js";
import { generateAll } from "../project/run-add.js";
import { makeProject } from "../project/run-init.js";
import { declaredAlready, schemaPath } from "../project/schema-path.js";
import { type AddedNames, addedNames } from "./added-names.js";
import { adoptNextSteps } from "./adopt-next-steps.js";
import { adoptWarnings } from "./adopt-warnings.js";
import { adoptedColumns } from "./adopted-columns.js";
import { adoptedSchemaView } from "./adopted-schema.js";
import { type AdoptArgs, chosenNames } from "./choices.js";
import { readAdoptedModel } from "./read-adopted-model.js";
import { copyingIndexes, refuseTable } from "./refuse-table.js";

/** Declares a queue on a table of the application's: looks at it, refuses or warns, and writes schema, code and migration. */
export async function runAdopt(args: AdoptArgs, io: Io): Promise<ExitCode> {
  checkNames({ name: args.name, table: args.table, adopt: true });
  const chosen = chosenNames(args.field ?? []);
  const { key, pascal, table: usual } = queueNames(args.name);
  const table = args.table ?? usual;
  const url = databaseUrl(args.url, io.env);
  const { live, keys } = await withConnection(url, async (connection) => {
    const found = await readLiveTable(connection, table);
    if (found === undefined) throw missing(table, url.place);
    return { live: found, keys: await firstKey(connection, found) };
  });
  const columns = adoptedColumns(live);
  const refused = [...refuseTable(live, { allowCopy: args["allow-copy"] }), ...keys];
  const added = addedNames(live, chosen, args);
  const problems = refused.length > 0 ? refused : [...columns.problems, ...added.problems, ...rowsProblem(args, added)];
  if (problems.length > 0) throw new QueuegenError(problems);

  if (loadConfig(io.cwd).file === undefined) await makeProject(io);
  const config = loadConfig(io.cwd);
  const queue: NewQueue = { name: args.name, mode: args.mode, key, pascal, table: live.definition.table };
  const settings = generateSettings(config, loadTemplates(config));
  const path = schemaPath(queue.name, config);
  refuseDeclared(declaredAlready(queue, queue.table, args.table, path, await loadModels(config)));
  const view = adoptedSchemaView(queue, handlerPath(queue.name, settings), live, columns, added.names);
  const schema = adoptedSchemaScaffold(queue, view, path, settings);
  const model = readAdoptedModel(schema, config);
  const worker = readText(config.root, config.worker);
  await writeScaffolds([schema, handlerScaffold(queue, settings), workerScaffold(queue, settings)], config, io);
  await writeMigration(model, live, args, config, io);
  await generateAll(config, io);
  const lines = workerLines(queue, settings);
  const handled = worker === undefined || lines.every((line) => worker.includes(line.replace(/,$/, "")));
  if (!handled) io.out(`\nAdd the handler to ${config.worker}:\n  ${lines.join("\n  ")}\n`);
  const warnings = adoptWarnings(live, columns);
  if (warnings.length > 0) printDiagnostics(warnings, io);
  io.out(adoptNextSteps(model, live, args["existing-rows"] ?? "done", config, io));
  return 0;
}

async function writeScaffolds(scaffolds: readonly Scaffold[], config: Config, io: Io): Promise<void> {
  const fresh = scaffolds.filter(({ path }) => !existsSync(resolve(config.root, path)));
  await writeFiles(config.root, fresh, io.signal);
  for (const file of scaffolds) io.out(`${(fresh.includes(file) ? "created" : "kept").padEnd(11)} ${file.path}\n`);
}

async function writeMigration(
  model: QueueModel,
  live: LiveTable,
  args: AdoptArgs,
  { root, migrations: { dir, format } }: Config,
  io: Io,
): Promise<void> {
  const existing = await readMigrations(resolve(root, dir), format);
  const existingRows = args["existing-rows"] ?? "done";
  const migration = planAdoptMigration(model, existing, io.now(), { existingRows, algorithm: algorithmOf(live) });
  const files = migrationFiles(
    [migration],
    format,
    existing.map(({ name }) => name),
  );
  const placed = files.map(({ path, text }: MigrationFile) => ({ path: `${dir}/${path}`, text }));
  await writeFiles(root, placed, io.signal);
  for (const { path } of placed) io.out(`${"created".padEnd(11)} ${path}\n`);
}

/** Compressed rows and FULLTEXT indexes are what columns cannot be added to without building the table anew. */
function algorithmOf(live: LiveTable): AddAlgorithm {
  if (copyingIndexes(live).length > 0) return "copy";
  return live.rowFormat?.toLowerCase() === "compressed" ? "online" : "instant";
}

/** Looks for work start at id 1: rows below would wait for ever. */
async function firstKey(
  connection: Parameters<typeof readLiveTable>[0],
  { definition, kind }: LiveTable,
): Promise<readonly Diagnostic[]> {
  const [name, ...others] = definition.primaryKey;
  const type = definition.columns.find((column) => column.name === name)?.type ?? "";
  if (name === undefined || others.length > 0 || kind !== "table" || !/^\w*int$/.test(type)) return [];
  const [rows] = await connection.query({
    sql: "SELECT ?? AS low FROM ?? WHERE ?? < 1 ORDER BY ?? LIMIT 1",
    values: [name, definition.table, name, name],
  });
  const [row] = rows as unknown as readonly { readonly low: number | string }[];
  if (row === undefined) return [];
  const message = `table "${definition.table}" has a row with "${name}" ${row.low}: a queue takes rows in the order of their keys, from 1 on, and would never see it.`;
  const hint = "Make a queue with a table of its own (`queuegen add` without --adopt).";
  return [{ code: "adopt-table", severity: "error", message, hint }];
}

function rowsProblem({ "existing-rows": rows }: AdoptArgs, { problems, command }: AddedNames): readonly Diagnostic[] {
  if (rows !== undefined) return [];
  const message = "what becomes of the rows that the table has is not said.";
  const example = problems.length > 0 ? 'The command above takes "done".' : `For instance: ${command}`;
  const hint = `Say it with --existing-rows: "pending" (each becomes a job), "done" (only later rows become jobs), "dead" (they wait for \`queuegen retry\`). ${example}`;
  return [{ code: "adopt-existing-rows", severity: "error", message, hint }];
}

function refuseDeclared(model: QueueModel | undefined): void {
  if (model === undefined) return;
  const message = `There is a queue "${model.name}" already, declared in ${model.file} on the table "${model.table}".`;
  const hint = model.adopted
    ? "To adopt the table anew, delete that file and the queue's migrations, as long as they were never applied."
    : "Choose another name.";
  throw new QueuegenError([{ code: "duplicate-queue", severity: "error", message, hint }]);
}

function missing(table: string, place: string): QueuegenError {
  const message = `there is no table "${table}" in ${place}`;
  const hint = "--table names the table to adopt. Without --adopt `queuegen add` makes a new one.";
  return new QueuegenError([{ code: "table-missing", severity: "error", message, hint }]);
}

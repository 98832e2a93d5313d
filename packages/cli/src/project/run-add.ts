import { existsSync } from "node:fs";
import { resolve } from "node:path";
import {
  handlerScaffold,
  type NewQueue,
  type Scaffold,
  schemaScaffold,
  workerLines,
  workerScaffold,
} from "@queuegen/generator";
import { QueuegenError, queueNames } from "@queuegen/model";
import type { ExitCode } from "../command.js";
import { type Config, loadConfig } from "../config.js";
import { readText } from "../files/read-files.js";
import { writeFiles } from "../files/write-files.js";
import { changeLines, plannedChanges } from "../generation/changes.js";
import { plan } from "../generation/plan.js";
import { generateSettings } from "../generation/settings.js";
import { loadTemplates } from "../generation/templates.js";
import type { Io } from "../io.js";
import { loadModels } from "../models.js";
import { checkNames, type Names } from "./check-names.js";
import { nextSteps } from "./next-steps.js";
import { makeProject } from "./run-init.js";
import { declaredAlready, schemaPath } from "./schema-path.js";
import { walkOf } from "./walk-of.js";

/** Scaffolds a queue, generates everything for it with its migration, and says what to do next. */
export async function runAdd(names: Names & { readonly mode: string }, io: Io): Promise<ExitCode> {
  checkNames(names);
  if (walkOf(names.mode) !== undefined && names.table === undefined) throw tableNeeded(names);
  if (loadConfig(io.cwd).file === undefined) await makeProject(io);
  const config = loadConfig(io.cwd);
  const { key, pascal, table } = queueNames(names.name);
  const queue: NewQueue = { name: names.name, mode: names.mode, key, pascal, table: names.table ?? table };
  const path = schemaPath(queue.name, config);
  const there = declaredAlready(queue, ownTable(queue), names.table, path, await loadModels(config));
  const settings = generateSettings(config, loadTemplates(config));
  const worker = readText(config.root, config.worker);
  const lines = workerLines(queue, settings);
  if (there !== undefined) io.out(`Queue "${there.name}" is declared already, on the table "${there.table}".\n`);
  const scaffolds = [
    schemaScaffold(queue, path, settings),
    handlerScaffold(queue, settings),
    workerScaffold(queue, settings),
  ];
  await writeScaffolds(scaffolds, config, io);
  await generateAll(config, io);
  const handled = worker === undefined || lines.every((line) => worker.includes(line.replace(/,$/, "")));
  if (!handled) io.out(`\nAdd the handler to ${config.worker}:\n  ${lines.join("\n  ")}\n`);
  io.out(nextSteps(queue, config, io));
  return 0;
}

/** The table that is the queue's: in a mode that walks over another, the one that its ranges are kept in. */
function ownTable({ name, mode, table }: NewQueue): string {
  return walkOf(mode)?.table(name.replaceAll("-", "_")) ?? table;
}

function tableNeeded({ name, mode }: { readonly name: string; readonly mode: string }): QueuegenError {
  const message = `--mode ${mode} walks over a table that is there: say which one.`;
  return new QueuegenError([
    {
      code: "usage",
      severity: "error",
      message,
      hint: `For instance: queuegen add ${name} --mode ${mode} --table orders`,
    },
  ]);
}

async function writeScaffolds(scaffolds: readonly Scaffold[], config: Config, io: Io): Promise<void> {
  const fresh = scaffolds.filter(({ path }) => !existsSync(resolve(config.root, path)));
  await writeFiles(config.root, fresh, io.signal);
  for (const file of scaffolds) io.out(`${(fresh.includes(file) ? "created" : "kept").padEnd(11)} ${file.path}\n`);
}

/** Files of other queues that were edited by hand are not touched; `check` will tell of them. */
export async function generateAll(config: Config, io: Io): Promise<void> {
  const { differences, migrations } = await plan(config, io.now());
  const planned = plannedChanges(differences, migrations, false);
  await writeFiles(config.root, planned, io.signal);
  io.out(changeLines(planned, true));
}

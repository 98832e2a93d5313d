import { resolve } from "node:path";
import {
  type ChangeRequest,
  forkFindings,
  heavySteps,
  type MigrationFile,
  migrationFiles,
  planChanges,
  planCreateMigrations,
  queueStates,
  readMigrations,
} from "@queuegen/migrations";
import { nearest, QueuegenError } from "@queuegen/model";
import type { ExitCode } from "../command.js";
import { type Config, requireConfig } from "../config.js";
import { writeFiles } from "../files/write-files.js";
import type { Io } from "../io.js";
import { loadModels } from "../models.js";
import type { NewArgs } from "./actions/new.js";
import { newJson, newText } from "./new-report.js";
import { onlineText } from "./online-text.js";

/** Compares the schemas with the last migrations, never with a database, and writes what is between them. */
export async function runNew(args: NewArgs, io: Io): Promise<ExitCode> {
  const config = requireConfig(io.cwd);
  const models = await loadModels(config);
  const { dir, format } = config.migrations;
  const existing = await readMigrations(resolve(config.root, dir), format);
  const forks = forkFindings(existing);
  if (forks.length > 0) throw new QueuegenError(forks);
  const queues = [
    ...new Set([...models, ...queueStates(existing).map(({ queue }) => ({ name: queue }))].map(({ name }) => name)),
  ];
  if (args.queue !== undefined && !queues.includes(args.queue)) throw unknownQueue(args.queue, queues);
  const { planned, cosmetic, problems } = planChanges(models, existing, io.now(), requestOf(args, config));
  if (problems.length > 0) throw new QueuegenError(problems);
  const names = existing.map(({ name }) => name);
  const files = migrationFiles(
    planned.map(({ migration }) => migration),
    format,
    names,
  ).map(below(dir));
  if (!args["dry-run"]) await writeFiles(config.root, files, io.signal);
  const unborn = planCreateMigrations(models, existing, io.now(), config).map(({ name }) => name.replace(/^\d+_/, ""));
  const report = { planned, cosmetic, files, unborn, dryRun: args["dry-run"] };
  const heavy = planned.flatMap(({ migration }) =>
    heavySteps(migration, existing, config.target).map((step) => ({ migration: migration.name, step })),
  );
  io.out(args.json ? newJson(report) : newText(report) + onlineText(heavy, {}));
  return 0;
}

function requestOf(args: NewArgs, { target }: Config): ChangeRequest {
  return {
    target,
    ...(args.queue !== undefined && { only: args.queue }),
    renames: args.rename,
    keepTables: args["keep-table"],
    allowDestructive: args["allow-destructive"],
    allowCopy: args["allow-copy"],
  };
}

function below(dir: string): (file: MigrationFile) => MigrationFile {
  return ({ path, text }) => ({ path: `${dir}/${path}`, text });
}

function unknownQueue(name: string, queues: readonly string[]): QueuegenError {
  const meant = nearest(name, queues);
  const message = `there is no queue "${name}", neither in the schemas nor in the migrations`;
  const hint = meant === undefined ? `There is: ${queues.join(", ")}.` : `Did you mean "${meant}"?`;
  return new QueuegenError([{ code: "queue-unknown", severity: "error", message, hint }]);
}

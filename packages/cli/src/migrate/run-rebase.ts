import { existsSync } from "node:fs";
import { resolve } from "node:path";
import {
  editedByHand,
  type MigrationFolder,
  migrationFiles,
  migrationPaths,
  planRebase,
  type Rebase,
  type RebaseWishes,
  readMigrations,
  rewriteBranch,
} from "@queuegen/migrations";
import { type Diagnostic, QueuegenError } from "@queuegen/model";
import type { ExitCode } from "../command.js";
import { type Config, requireConfig } from "../config.js";
import { writeFiles } from "../files/write-files.js";
import { changeLines, type PlannedChange } from "../generation/changes.js";
import type { Io } from "../io.js";
import { loadModels } from "../models.js";
import type { RebaseArgs } from "./actions/rebase.js";
import { appliedNames } from "./applied-names.js";
import { fileText } from "./new-report.js";
import { refuseEdited } from "./refuse-edited.js";

/** Solves every fork: takes one way out and writes what it did anew, from where the other one ends to the merged schemas. */
export async function runRebase(args: RebaseArgs, io: Io): Promise<ExitCode> {
  const config = requireConfig(io.cwd);
  const { dir, format } = config.migrations;
  const existing = await readMigrations(resolve(config.root, dir), format);
  const rebase = planRebase(existing, await wishesOf(args, existing, config, io));
  if (rebase.moved.length === 0) {
    io.out("Nothing to do: the migrations go one way.\n");
    return 0;
  }
  const models = await loadModels(config);
  if (!args.force) await refuseEdited(editedByHand(rebase.moved, existing, config.target));
  const { migrations, problems } = rewriteBranch(models, existing, rebase, io.now(), config);
  if (problems.length > 0) throw new QueuegenError(problems.map(ofTheMerge));
  const changes = changesOf(rebase, migrations, config);
  if (args["dry-run"]) {
    io.out(changeLines(changes, false));
    io.out(changes.map(fileText).join(""));
    io.out("\nNothing was written.\n");
    return 0;
  }
  await writeFiles(config.root, changes, io.signal);
  io.out(changeLines(changes, true));
  io.out(summary(rebase, migrations));
  return 0;
}

async function wishesOf(
  { onto, url }: RebaseArgs,
  existing: readonly MigrationFolder[],
  { tablePrefix }: Config,
  io: Io,
): Promise<RebaseWishes> {
  return {
    ...(onto !== undefined && { onto }),
    ...(url !== undefined && { applied: await appliedNames(url, existing, tablePrefix, io) }),
  };
}

function changesOf(
  { stay, moved }: Rebase,
  written: readonly MigrationFolder[],
  config: Config,
): readonly PlannedChange[] {
  const { dir, format } = config.migrations;
  const names = stay.map(({ name }) => name);
  const fresh = migrationFiles(written, format, names).map(({ path, text }) => ({ path: `${dir}/${path}`, text }));
  const gone = migrationPaths(moved, format)
    .map((path) => `${dir}/${path}`)
    .filter((path) => existsSync(resolve(config.root, path)) && !fresh.some((file) => file.path === path));
  return [
    ...gone.map((path) => ({ path, text: undefined, action: "remove" as const })),
    ...fresh.map((file) => ({ ...file, action: "create" as const })),
  ];
}

function summary({ moved }: Rebase, written: readonly MigrationFolder[]): string {
  const gone = moved.map(({ name }) => name).join(" and ");
  if (written.length === 0) return `${gone} went: the other way makes the tables what the schemas say already.\n`;
  const fresh = written.map(({ name }) => name).join(" and ");
  return [
    `${fresh} takes the place of ${gone}.`,
    "Look at its statements, then `queuegen check`. A database that has the old one: `queuegen migrate down` there, from a commit that has it.",
    "",
  ].join("\n");
}

/** What is refused was not in the branch: it came in where the schemas were merged. */
function ofTheMerge(problem: Diagnostic): Diagnostic {
  const lines = problem.hint?.split("\n").filter((line) => !line.startsWith("To write it all the same")) ?? [];
  const hint =
    "The merged schemas ask for it and neither branch did: look at how they were merged. Nothing was written.";
  return { ...problem, hint: [...lines, hint].join("\n") };
}

import { counted } from "@queuegen/model";
import type { ExitCode } from "../command.js";
import type { Config } from "../config.js";
import type { Io } from "../io.js";
import type { CacheOption } from "../models.js";
import { printDiagnostics } from "../print.js";
import { type Plan, plan } from "./plan.js";
import { printDifferences } from "./print-differences.js";

/** `generate` up to the write: exit code 1 where anything would be written. */
export async function runCheck(config: Config, option: CacheOption, io: Io): Promise<ExitCode> {
  const planned = await plan(config, io.now(), option);
  const { differences, models, files, warnings, replaced } = planned;
  for (const name of replaced) io.err(`${config.templates}/${name}.hbs replaces our template\n`);
  const migrations = migrationProblems(planned);
  if (warnings.length > 0) printDiagnostics(warnings, io);
  if (differences.length + migrations.length === 0) {
    io.out(`${counted(models.length, "queue")}, ${counted(files.size, "file")}: all current.\n`);
    return 0;
  }
  await printDifferences(differences, io);
  for (const problem of migrations) io.out(`${config.migrations.dir}/   ${problem}\n`);
  io.out(`${counted(differences.length + migrations.length, "problem")}. ${advice(planned)}\n`);
  return 1;
}

function migrationProblems({ migrations, changes, forks }: Plan): readonly string[] {
  const folders = new Set(migrations.map(({ path }) => path.split("/").at(-2) ?? path));
  return [
    // The time in the name is that of a run that would write it.
    ...[...folders].map((name) => `no migration "${name.replace(/^\d+_/, "")}" yet`),
    ...[...forks, ...changes].map(({ message, hint }) =>
      hint === undefined ? message : `${message}\n  ${hint.replaceAll("\n", "\n  ")}`,
    ),
  ];
}

/** The command that mends it, if there is one. */
function advice({ differences, migrations, changes, forks }: Plan): string {
  const edited = differences.filter(({ kind }) => kind === "edited").length;
  const stale = differences.length - edited + migrations.length;
  return [
    ...(stale > 0 ? ["`queuegen generate` writes what is missing or changed."] : []),
    ...(edited > 0 ? ["`queuegen generate --force` overwrites what was edited by hand."] : []),
    ...(forks.some(({ code }) => code === "migration-fork")
      ? ["`queuegen migrate rebase` makes one line of the migrations."]
      : []),
    ...(changes.length > 0 ? ["`queuegen migrate new` writes the migration of a changed table."] : []),
  ].join(" ");
}

import { counted } from "@queuegen/model";
import type { ExitCode } from "../command.js";
import type { Config } from "../config.js";
import { writeFiles } from "../files/write-files.js";
import type { Io } from "../io.js";
import { printDiagnostics } from "../print.js";
import { changeLines, plannedChanges } from "./changes.js";
import { plan } from "./plan.js";
import { printDifferences } from "./print-differences.js";

/** Makes the generated files current. Files edited by hand stop it unless `force`; 1 where a migration is left to write. */
export async function runGenerate(
  config: Config,
  options: { readonly dryRun: boolean; readonly force: boolean },
  io: Io,
): Promise<ExitCode> {
  const { differences, migrations, changes, forks, warnings, replaced, files } = await plan(config, io.now());
  const unsolved = [...forks, ...changes];
  for (const name of replaced) io.err(`${config.templates}/${name}.hbs replaces our template\n`);
  const edited = differences.filter(({ kind }) => kind === "edited");
  if (edited.length > 0 && !options.force) {
    await printDifferences(edited, io);
    io.err(
      `${counted(edited.length, "file was", "files were")} edited by hand; nothing was written. Move the change into the schema, or \`queuegen generate --force\` overwrites it.\n`,
    );
    return 2;
  }
  const planned = plannedChanges(differences, migrations, options.force);
  if (options.dryRun)
    await printDifferences(
      differences.filter(({ kind }) => kind === "changed" || kind === "edited"),
      io,
    );
  else await writeFiles(config.root, planned, io.signal);
  io.out(changeLines(planned, !options.dryRun));
  if (warnings.length + unsolved.length > 0) printDiagnostics([...warnings, ...unsolved], io);
  io.out(summary(planned.length, files.size, options.dryRun));
  // The code is written, but asks for a table that nothing makes: a script should not go on to deploy it.
  return unsolved.length > 0 ? 1 : 0;
}

function summary(changed: number, all: number, dryRun: boolean): string {
  if (changed === 0) return `Nothing to do: ${counted(all, "file is", "files are")} current.\n`;
  const files = counted(changed, "file");
  return dryRun ? `${files} would change. Nothing was written.\n` : `${files} changed.\n`;
}

import { QueuegenError } from "@queuegen/model";
import type { Command } from "../command.js";

interface GenerateArgs {
  readonly "dry-run": boolean;
  readonly force: boolean;
  readonly watch: boolean;
}

export const generate: Command<GenerateArgs> = {
  command: "generate",
  describe: "Write what the queue declarations ask for",
  builder: (yargs) =>
    yargs
      .option("dry-run", { type: "boolean", default: false, describe: "Show what would be written, write nothing" })
      .option("force", {
        type: "boolean",
        default: false,
        describe: "Overwrite generated files that were edited by hand",
      })
      .option("watch", {
        type: "boolean",
        default: false,
        describe: "Go on at each change of the schemas, until Ctrl-C; writes no migrations",
      }),
  run: async ({ "dry-run": dryRun, force, watch }, io) => {
    if (watch && dryRun) throw notTogether();
    if (watch) return (await import("../watch/run-watch.js")).runWatch({ force }, io);
    const { requireConfig } = await import("../config.js");
    const { runGenerate } = await import("../generation/run-generate.js");
    return runGenerate(requireConfig(io.cwd), { dryRun, force }, io);
  },
};

function notTogether(): QueuegenError {
  const message = "--watch and --dry-run do not go together";
  const hint = "`queuegen generate --dry-run` shows what would be written now; `queuegen check` compares.";
  return new QueuegenError([{ code: "usage", severity: "error", message, hint }]);
}

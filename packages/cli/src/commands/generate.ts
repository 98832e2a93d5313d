import type { Command } from "../command.js";

interface GenerateArgs {
  readonly "dry-run": boolean;
  readonly force: boolean;
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
      }),
  run: async ({ "dry-run": dryRun, force }, io) => {
    const { requireConfig } = await import("../config.js");
    const { runGenerate } = await import("../generation/run-generate.js");
    return runGenerate(requireConfig(io.cwd), { dryRun, force }, io);
  },
};

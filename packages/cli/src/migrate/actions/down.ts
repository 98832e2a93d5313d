import type { Command } from "../../command.js";
import { type RunnerArgs, runnerOptions } from "./runner-args.js";

export interface DownArgs extends RunnerArgs {
  readonly "allow-destructive": "drop-table" | undefined;
}

export const down: Command<DownArgs> = {
  command: "down",
  describe: "Revert the last migration that is applied",
  builder: (yargs) =>
    runnerOptions(yargs).option("allow-destructive", {
      describe: "the kind of loss to accept; drop-table loses the rows of a table",
      choices: ["drop-table"] as const,
      requiresArg: true,
    }),
  run: async (args, io) => (await import("../run-down.js")).runDown(args, io),
};

import type { Argv } from "yargs";
import type { Command } from "../../command.js";
import { type RunnerArgs, runnerOptions } from "./runner-args.js";

export interface DownArgs extends RunnerArgs {
  readonly "allow-destructive": readonly ("drop-table" | "drop-column")[];
}

export const down: Command<DownArgs> = {
  command: "down",
  describe: "Revert the last migration that is applied",
  several: ["allow-destructive"],
  // What may be given several times is a list where `run` sees it, and not for yargs.
  builder: (yargs) =>
    runnerOptions(yargs).option("allow-destructive", {
      describe: "a kind of loss to accept, several times for several",
      choices: ["drop-table", "drop-column"] as const,
      requiresArg: true,
    }) as unknown as Argv<DownArgs>,
  run: async (args, io) => (await import("../run-down.js")).runDown(args, io),
};

import type { Command } from "../../command.js";
import { wholeNumber } from "../../whole-number.js";
import { type RunnerArgs, runnerOptions } from "./runner-args.js";

export interface ResolveArgs extends RunnerArgs {
  readonly migration: string;
  readonly applied: boolean;
  readonly reverted: boolean;
  readonly step: number | undefined;
}

export const resolve: Command<ResolveArgs> = {
  command: "resolve <migration>",
  describe: "Mark by hand what a run that broke off, or somebody else, has done; runs no statement",
  builder: (yargs) =>
    runnerOptions(yargs)
      .positional("migration", {
        type: "string",
        demandOption: true,
        describe: "name of the migration, as `queuegen migrate status` shows it",
      })
      .option("applied", { type: "boolean", default: false, describe: "the database has it" })
      .option("reverted", { type: "boolean", default: false, describe: "the database has nothing of it" })
      .option("step", {
        describe: "only this statement of it, from 1; of down.sql where a revert broke off",
        ...wholeNumber("step", 65_535, 1),
      }),
  run: async (args, io) => (await import("../run-resolve.js")).runResolve(args, io),
};

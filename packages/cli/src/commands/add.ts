import type { Command } from "../command.js";

interface AddArgs {
  readonly name: string;
  readonly mode: "claim";
  readonly table: string | undefined;
}

export const add: Command<AddArgs> = {
  command: "add <name>",
  describe: "Declare a new queue and generate everything for it",
  builder: (yargs) =>
    yargs
      .positional("name", {
        type: "string",
        demandOption: true,
        describe: "Lower-case words joined by - or _, such as order-timeout",
      })
      .option("mode", {
        choices: ["claim"] as const,
        default: "claim" as const,
        requiresArg: true,
        describe: "How workers take jobs",
      })
      .option("table", {
        type: "string",
        requiresArg: true,
        describe: "Name of the table; <name>_task where it is left out",
      }),
  run: async (args, io) => {
    const { runAdd } = await import("../project/run-add.js");
    return runAdd(args, io);
  },
};

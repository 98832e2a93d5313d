import type { Command } from "../command.js";

interface AddArgs {
  readonly name: string;
  readonly mode: "claim" | "cursor";
  readonly table: string | undefined;
  readonly adopt: boolean;
  readonly "existing-rows": "pending" | "done" | "dead" | undefined;
  readonly field: readonly string[] | undefined;
  readonly "allow-copy": boolean;
  readonly url: string | undefined;
}

export const add: Command<AddArgs> = {
  command: "add <name>",
  several: ["field"],
  describe: "Declare a new queue and generate everything for it",
  builder: (yargs) =>
    yargs
      .positional("name", {
        type: "string",
        demandOption: true,
        describe: "Lower-case words joined by - or _, such as order-timeout",
      })
      .option("mode", {
        choices: ["claim", "cursor"] as const,
        default: "claim" as const,
        requiresArg: true,
        describe: "claim: workers take jobs of a table; cursor: workers walk once over a table that is there",
      })
      .option("table", {
        type: "string",
        requiresArg: true,
        describe: "Name of the table; <name>_task where it is left out. With --mode cursor the table to walk over",
      })
      .option("adopt", {
        type: "boolean",
        default: false,
        describe:
          "Declare the queue on a table that is there: read it, and write a migration that adds what is missing",
      })
      .option("existing-rows", {
        choices: ["pending", "done", "dead"] as const,
        requiresArg: true,
        describe: "With --adopt: the state of the rows that are there",
      })
      .option("field", {
        type: "string",
        array: true,
        nargs: 1,
        requiresArg: true,
        describe: "With --adopt: another name for a column of the queue, such as status=ship_status; may be repeated",
      })
      .option("allow-copy", {
        type: "boolean",
        default: false,
        describe: "With --adopt: also where the server copies the table to add a column, while writes wait (FULLTEXT)",
      })
      .option("url", {
        type: "string",
        requiresArg: true,
        describe: "With --adopt: the database, instead of QUEUEGEN_DATABASE_URL or DATABASE_URL",
      }),
  run: async (args, io) => {
    if (args.adopt) {
      if (args.mode !== "claim") throw (await import("../adopt/only-claim.js")).onlyClaim(args);
      const { runAdopt } = await import("../adopt/run-adopt.js");
      return runAdopt(args, io);
    }
    const { refuseWithoutAdopt } = await import("../adopt/refuse-without-adopt.js");
    refuseWithoutAdopt(args);
    const { runAdd } = await import("../project/run-add.js");
    return runAdd(args, io);
  },
};

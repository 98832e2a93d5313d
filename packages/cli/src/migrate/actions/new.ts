import type { Argv } from "yargs";
import type { Command } from "../../command.js";

export interface NewArgs {
  readonly queue: string | undefined;
  readonly "dry-run": boolean;
  readonly rename: readonly string[];
  readonly "keep-table": readonly string[];
  readonly "allow-destructive": readonly ("drop-table" | "drop-column" | "narrow-type" | "forbid-null")[];
  readonly "allow-copy": boolean;
  readonly json: boolean;
}

export const newMigration: Command<NewArgs> = {
  command: "new [queue]",
  describe: "Write the migration of each queue whose table has changed since its last one",
  several: ["rename", "keep-table", "allow-destructive"],
  // What may be given several times is a list where `run` sees it, and not for yargs.
  builder: (yargs) =>
    yargs
      .positional("queue", { describe: "one queue; else all of the project", type: "string" })
      .option("dry-run", { type: "boolean", default: false, describe: "show the SQL and write nothing" })
      .option("rename", {
        describe: "old:new of a column or a queue, several times for several",
        type: "string",
        requiresArg: true,
      })
      .option("keep-table", {
        describe: "a queue without a schema whose table stays as it is, several times for several",
        type: "string",
        requiresArg: true,
      })
      .option("allow-destructive", {
        describe: "a kind of change that may lose something, several times for several",
        choices: ["drop-table", "drop-column", "narrow-type", "forbid-null"] as const,
        requiresArg: true,
      })
      .option("allow-copy", {
        type: "boolean",
        default: false,
        describe: "accept changes for which the server copies the table while writes wait",
      })
      .option("json", { describe: "print JSON", type: "boolean", default: false }) as unknown as Argv<NewArgs>,
  run: async (args, io) => (await import("../run-new.js")).runNew(args, io),
};

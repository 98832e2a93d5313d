import type { Command } from "../command.js";
import { wholeNumber } from "../whole-number.js";

export interface MigrateArgs {
  readonly action: "up" | "down" | "status";
  readonly url: string | undefined;
  readonly json: boolean;
  readonly wait: number;
  readonly "allow-destructive": "drop-table" | undefined;
}

/** Runs the migrations. Teams with a runner of their own leave it and apply the same files. */
export const migrate: Command<MigrateArgs> = {
  command: "migrate <action>",
  describe: "Apply migrations (up), revert the last one (down), or show where they stand (status)",
  builder: (yargs) =>
    yargs
      .positional("action", {
        describe: "up: apply what is pending; down: revert the last one; status: exit code 1 when something is pending",
        choices: ["up", "down", "status"] as const,
        demandOption: true,
      })
      .option("url", {
        describe: "database; else QUEUEGEN_DATABASE_URL, else DATABASE_URL",
        type: "string",
        requiresArg: true,
      })
      .option("json", { describe: "print JSON", type: "boolean", default: false })
      .option("wait", {
        describe: "seconds to wait for another run on the same database",
        default: 30,
        ...wholeNumber("wait", 86_400),
      })
      .option("allow-destructive", {
        describe: "down: the kind of loss to accept; drop-table loses the rows of a table",
        choices: ["drop-table"] as const,
        requiresArg: true,
      }),
  run: async (args, io) => (await import("../migrate/run-migrate.js")).runMigrate(args, io),
};

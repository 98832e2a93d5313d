import type { Command } from "../command.js";
import { queuePositional, urlOption } from "./database-option.js";

interface PurgeArgs {
  readonly queue: string;
  readonly url: string | undefined;
}

export const purge: Command<PurgeArgs> = {
  command: "purge <queue>",
  describe: "Delete finished rows past the retention of the schema, in small steps",
  builder: (yargs) => yargs.positional("queue", queuePositional).option("url", urlOption),
  run: async (args, io) => (await import("../operate/run-purge.js")).runPurge(args, io),
};

import type { Command } from "../command.js";
import { jsonOption, urlOption } from "./database-option.js";

interface StatsArgs {
  readonly queue: string | undefined;
  readonly url: string | undefined;
  readonly json: boolean;
}

export const stats: Command<StatsArgs> = {
  command: "stats [queue]",
  describe: "Show how queues stand: jobs by state, oldest and next, who works on how many",
  builder: (yargs) =>
    yargs
      .positional("queue", { describe: "one queue; else all of the project", type: "string" })
      .option("url", urlOption)
      .option("json", jsonOption),
  run: async (args, io) => (await import("../operate/run-stats.js")).runStats(args, io),
};

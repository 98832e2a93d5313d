import type { Command } from "../command.js";
import { urlOption } from "./database-option.js";

interface RestartArgs {
  readonly queue: string | undefined;
  readonly url: string | undefined;
}

export const restart: Command<RestartArgs> = {
  command: "restart [queue]",
  describe: "Let every worker process finish and end with exit code 75, so that its supervisor starts it again",
  builder: (yargs) =>
    yargs
      .positional("queue", { describe: "processes that run this queue; else all of the project", type: "string" })
      .option("url", urlOption),
  run: async (args, io) => (await import("../operate/run-restart.js")).runRestart(args, io),
};

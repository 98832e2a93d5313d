import type { Command } from "../command.js";
import { jsonOption, queuePositional, urlOption } from "./database-option.js";

interface ProgressArgs {
  readonly queue: string;
  readonly watch: boolean;
  readonly "dry-run": boolean;
  readonly url: string | undefined;
  readonly json: boolean;
}

export const progress: Command<ProgressArgs> = {
  command: "progress <queue>",
  describe:
    "Show how far the walk of a queue of mode cursor has come, how fast it goes and how long it will take; exit code 1 when it is over and ranges are dead",
  builder: (yargs) =>
    yargs
      .positional("queue", queuePositional)
      .option("watch", {
        type: "boolean",
        default: false,
        describe: "Go on until all is walked: a bar on a terminal, a line now and then elsewhere",
      })
      .option("dry-run", {
        type: "boolean",
        default: false,
        describe: "Count what a new run would walk over, in rows and ranges; write nothing",
      })
      .option("url", urlOption)
      .option("json", jsonOption),
  run: async (args, io) => (await import("../walk/run-progress.js")).runProgress(args, io),
};

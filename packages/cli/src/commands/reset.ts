import type { Command } from "../command.js";
import { queuePositional, urlOption } from "./database-option.js";

interface ResetArgs {
  readonly queue: string;
  readonly force: boolean;
  readonly url: string | undefined;
}

export const reset: Command<ResetArgs> = {
  command: "reset <queue>",
  describe: "Forget the run of a queue of mode cursor: the next worker walks over the whole table anew",
  builder: (yargs) =>
    yargs
      .positional("queue", queuePositional)
      .option("force", {
        type: "boolean",
        default: false,
        describe: "Although workers are at it; they lose their ranges",
      })
      .option("url", urlOption),
  run: async (args, io) => (await import("../walk/run-reset.js")).runReset(args, io),
};

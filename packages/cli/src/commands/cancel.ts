import type { Command } from "../command.js";
import { queuePositional, urlOption } from "./database-option.js";

interface CancelArgs {
  readonly queue: string;
  readonly ids: readonly string[];
  readonly url: string | undefined;
}

export const cancel: Command<CancelArgs> = {
  command: "cancel <queue> <ids..>",
  describe: "Make jobs dead that have not started; exit code 1 when one runs or is over",
  several: ["ids"],
  builder: (yargs) =>
    yargs
      .positional("queue", queuePositional)
      .positional("ids", { describe: "ids of jobs", type: "string", array: true, demandOption: true })
      .option("url", urlOption),
  run: async (args, io) => (await import("../operate/run-cancel.js")).runCancel(args, io),
};

import type { Command } from "../command.js";
import { jsonOption, queuePositional, urlOption } from "./database-option.js";

interface InspectArgs {
  readonly queue: string;
  readonly id: string;
  readonly url: string | undefined;
  readonly json: boolean;
}

export const inspect: Command<InspectArgs> = {
  command: "inspect <queue> <id>",
  describe: "Show one job: its state, its owner, its attempts, its error, what happens next and when",
  builder: (yargs) =>
    yargs
      .positional("queue", queuePositional)
      .positional("id", { describe: "id of the job", type: "string", demandOption: true })
      .option("url", urlOption)
      .option("json", jsonOption),
  run: async (args, io) => (await import("../operate/run-inspect.js")).runInspect(args, io),
};

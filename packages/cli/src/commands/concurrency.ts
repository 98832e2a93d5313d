import type { Command } from "../command.js";
import { jsonOption, queuePositional, urlOption } from "./database-option.js";

interface ConcurrencyArgs {
  readonly queue: string;
  readonly n: string | undefined;
  readonly global: boolean;
  readonly url: string | undefined;
  readonly json: boolean;
}

export const concurrency: Command<ConcurrencyArgs> = {
  command: "concurrency <queue> [n]",
  describe: "Show or change how many jobs of a queue run at once, while the workers run",
  builder: (yargs) =>
    yargs
      .positional("queue", queuePositional)
      .positional("n", { describe: 'a whole number, or "default"; without it, show', type: "string" })
      .option("global", {
        describe: "of all processes together, instead of each",
        type: "boolean",
        default: false,
      })
      .option("url", urlOption)
      .option("json", jsonOption),
  run: async (args, io) => (await import("../operate/run-concurrency.js")).runConcurrency(args, io),
};

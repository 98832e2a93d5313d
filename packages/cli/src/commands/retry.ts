import type { Command } from "../command.js";
import { wholeNumber } from "../whole-number.js";
import { queuePositional, urlOption } from "./database-option.js";

interface RetryArgs {
  readonly queue: string;
  readonly ids: readonly string[];
  readonly dead: boolean;
  readonly limit: number | undefined;
  readonly url: string | undefined;
}

export const retry: Command<RetryArgs> = {
  command: "retry <queue> [ids..]",
  describe: "Give dead jobs all their attempts again, make waiting ones due now; exit code 1 when one is neither",
  several: ["ids"],
  builder: (yargs) =>
    yargs
      .positional("queue", queuePositional)
      .positional("ids", { describe: "ids of jobs", type: "string", array: true, default: [] as string[] })
      .option("dead", { describe: "every dead job of the queue", type: "boolean", default: false })
      .option("limit", { describe: "with --dead: at most so many", ...wholeNumber("limit", 1_000_000_000) })
      .option("url", urlOption),
  run: async (args, io) => (await import("../operate/run-retry.js")).runRetry(args, io),
};

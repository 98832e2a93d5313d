import type { Command } from "../command.js";
import { jsonOption, queuePositional, urlOption } from "./database-option.js";

interface PushArgs {
  readonly queue: string;
  readonly job: string;
  readonly delay: string | undefined;
  readonly "dedupe-key": string | undefined;
  readonly url: string | undefined;
  readonly json: boolean;
}

export const push: Command<PushArgs> = {
  command: "push <queue> <job>",
  describe: "Enqueue a job, or a list of them, with the checks of the generated producer",
  builder: (yargs) =>
    yargs
      .positional("queue", queuePositional)
      .positional("job", {
        describe: "JSON of the payload columns, @file, or - for stdin",
        type: "string",
        demandOption: true,
      })
      .option("delay", { describe: "not before this time has passed: 30s, 15m, 7d", type: "string", requiresArg: true })
      .option("dedupe-key", { describe: "for a queue with dedupe keys", type: "string", requiresArg: true })
      .option("url", urlOption)
      .option("json", jsonOption),
  run: async (args, io) => (await import("../operate/run-push.js")).runPush(args, io),
};

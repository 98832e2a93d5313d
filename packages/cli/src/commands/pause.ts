import type { Command } from "../command.js";
import { queuePositional, urlOption } from "./database-option.js";

interface PauseArgs {
  readonly queue: string;
  readonly url: string | undefined;
}

export const pause: Command<PauseArgs> = {
  command: "pause <queue>",
  describe: "Let no worker start another job of a queue",
  builder: (yargs) => yargs.positional("queue", queuePositional).option("url", urlOption),
  run: async (args, io) => (await import("../operate/run-pause.js")).runPause(args, io),
};

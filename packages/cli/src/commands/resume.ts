import type { Command } from "../command.js";
import { queuePositional, urlOption } from "./database-option.js";

interface ResumeArgs {
  readonly queue: string;
  readonly url: string | undefined;
}

export const resume: Command<ResumeArgs> = {
  command: "resume <queue>",
  describe: "Let workers start jobs of a paused queue again",
  builder: (yargs) => yargs.positional("queue", queuePositional).option("url", urlOption),
  run: async (args, io) => (await import("../operate/run-pause.js")).runResume(args, io),
};

import type { Command } from "../command.js";
import { queuePositional, urlOption } from "./database-option.js";

interface ReleaseArgs {
  readonly queue: string;
  readonly ids: readonly string[];
  readonly worker: string | undefined;
  readonly force: boolean;
  readonly url: string | undefined;
}

export const release: Command<ReleaseArgs> = {
  command: "release <queue> [ids..]",
  describe: "Take jobs back from a worker that is gone; exit code 1 when one stays where it is",
  several: ["ids"],
  builder: (yargs) =>
    yargs
      .positional("queue", queuePositional)
      .positional("ids", { describe: "ids of jobs", type: "string", array: true, default: [] as string[] })
      .option("worker", { describe: "all that this worker holds", type: "string", requiresArg: true })
      .option("force", {
        describe: "also inside the lease: the job may run twice at the same time",
        type: "boolean",
        default: false,
      })
      .option("url", urlOption),
  run: async (args, io) => (await import("../operate/run-release.js")).runRelease(args, io),
};

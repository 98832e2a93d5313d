import type { Command } from "../command.js";

export interface ExplainArgs {
  readonly queue: string | undefined;
  readonly url: string | undefined;
  readonly json: boolean;
}

/** The plans that a live database has for the generated statements, and what they read. Changes nothing. */
export const explain: Command<ExplainArgs> = {
  command: "explain [queue]",
  describe: "Show the query plan of every generated statement on a live database; exit code 1 when one is slow",
  builder: (yargs) =>
    yargs
      .positional("queue", { describe: "one queue; else all of the project", type: "string" })
      .option("url", {
        describe: "URL of the database; else QUEUEGEN_DATABASE_URL, else DATABASE_URL",
        type: "string",
        requiresArg: true,
      })
      .option("json", { describe: "print JSON", type: "boolean", default: false }),
  run: async (args, io) => (await import("../explain/run-explain.js")).runExplain(args, io),
};

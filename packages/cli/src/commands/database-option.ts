/** What yargs is told of `--url`, the same for every command that needs a database. */
export const urlOption = {
  describe: "URL of the database; else QUEUEGEN_DATABASE_URL, else DATABASE_URL",
  type: "string",
  requiresArg: true,
} as const;

/** And of the queue that a command is about. */
export const queuePositional = { describe: "name of the queue", type: "string", demandOption: true } as const;

/** And of `--json`. */
export const jsonOption = { describe: "print JSON", type: "boolean", default: false } as const;

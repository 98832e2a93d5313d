import type { Argv } from "yargs";
import { wholeNumber } from "../../whole-number.js";

/** What every action that talks to a database takes. */
export interface DatabaseArgs {
  readonly url: string | undefined;
  readonly json: boolean;
}

/** What every action that changes a database takes. */
export interface RunnerArgs extends DatabaseArgs {
  /** Seconds. */
  readonly wait: number;
  readonly lock: boolean;
  /** Seconds. */
  readonly "lock-timeout": number;
  readonly "lock-tries": number;
}

export function databaseOptions(yargs: Argv): Argv<DatabaseArgs> {
  return yargs
    .option("url", {
      describe: "URL of the database; else QUEUEGEN_DATABASE_URL, else DATABASE_URL",
      type: "string",
      requiresArg: true,
    })
    .option("json", { describe: "print JSON", type: "boolean", default: false });
}

export function runnerOptions(yargs: Argv): Argv<RunnerArgs> {
  return databaseOptions(yargs)
    .option("wait", {
      describe: "seconds to wait for another run on the same database",
      default: 30,
      ...wholeNumber("wait", 86_400),
    })
    .option("lock", {
      type: "boolean",
      default: true,
      describe: "One run at a time; --no-lock does without, where a proxy or server has no GET_LOCK",
    })
    .option("lock-timeout", {
      describe: "seconds that a statement waits for a table in use; others wait behind it that long",
      default: 3,
      ...wholeNumber("lock-timeout", 3_600, 1),
    })
    .option("lock-tries", {
      describe: "how often a statement is tried that found its table in use",
      default: 10,
      ...wholeNumber("lock-tries", 1_000, 1),
    });
}

import type { Argv } from "yargs";
import type { Io } from "./io.js";

/** 0 fine; 1 findings; 2 usage, configuration, environment, refused or failed change. */
export type ExitCode = 0 | 1 | 2 | 130;

/**
 * One command of the CLI, one file in `commands/`. The file itself imports nothing heavy: `run` imports what it needs,
 * so that `--help` stays fast.
 */
export interface Command<Args> {
  /** yargs command string: `add <name>`. */
  readonly command: string;
  readonly describe: string;
  /** Options that may be given several times, each with its own dashes; `run` gets a list of each. */
  readonly several?: readonly string[];
  readonly builder: (yargs: Argv) => Argv<Args>;
  /** Throws `QueuegenError` for what the user can mend; `main.ts` prints it and exits with 2. */
  readonly run: (args: Args, io: Io) => Promise<ExitCode>;
}

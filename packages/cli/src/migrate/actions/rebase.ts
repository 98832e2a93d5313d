import type { Command } from "../../command.js";

export interface RebaseArgs {
  readonly onto: string | undefined;
  readonly force: boolean;
  readonly "dry-run": boolean;
  readonly url: string | undefined;
}

export const rebase: Command<RebaseArgs> = {
  command: "rebase",
  describe: "Make one line of migrations that go two ways since branches were merged: the later way is written anew",
  builder: (yargs) =>
    yargs
      .option("onto", {
        describe: "a migration of the way that stays as it is; else the one that began first",
        type: "string",
        requiresArg: true,
      })
      .option("url", {
        describe: "database whose applied migrations stay in any case; without it none is asked",
        type: "string",
        requiresArg: true,
      })
      .option("dry-run", {
        type: "boolean",
        default: false,
        describe: "show what would be written and gone, and do nothing",
      })
      .option("force", { describe: "also where statements were edited by hand", type: "boolean", default: false }),
  run: async (args, io) => (await import("../run-rebase.js")).runRebase(args, io),
};

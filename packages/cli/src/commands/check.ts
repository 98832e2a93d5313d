import type { Command } from "../command.js";

interface CheckArgs {
  readonly cache: boolean;
}

export const check: Command<CheckArgs> = {
  command: "check",
  describe: "Compare what generate would write with what is there; write nothing",
  builder: (yargs) =>
    yargs.option("cache", {
      type: "boolean",
      default: true,
      describe: "Use what is kept of the last run; --no-cache reads everything anew",
    }),
  run: async ({ cache }, io) => {
    const { requireConfig } = await import("../config.js");
    const { runCheck } = await import("../generation/run-check.js");
    return runCheck(requireConfig(io.cwd), { cache }, io);
  },
};

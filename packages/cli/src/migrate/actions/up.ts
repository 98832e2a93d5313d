import type { Command } from "../../command.js";
import { type RunnerArgs, runnerOptions } from "./runner-args.js";

/** Teams with a runner of their own leave it and apply the same files. */
export const up: Command<RunnerArgs> = {
  command: "up",
  describe: "Apply every migration that is pending",
  builder: runnerOptions,
  run: async (args, io) => (await import("../run-up.js")).runUp(args, io),
};

import type { Command } from "../../command.js";
import { type DatabaseArgs, databaseOptions } from "./runner-args.js";

export const status: Command<DatabaseArgs> = {
  command: "status",
  describe: "Show where the migrations stand; exit code 1 when something is pending",
  builder: databaseOptions,
  run: async (args, io) => (await import("../run-status.js")).runStatus(args, io),
};

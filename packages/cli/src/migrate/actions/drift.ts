import type { Command } from "../../command.js";
import { type DatabaseArgs, databaseOptions } from "./runner-args.js";

export const drift: Command<DatabaseArgs> = {
  command: "drift",
  describe: "Compare the tables of a database with the migrations; exit code 1 when they differ",
  builder: databaseOptions,
  run: async (args, io) => (await import("../run-drift.js")).runDrift(args, io),
};

import type { Command } from "../command.js";

export const add: Command<object> = {
  command: "add <name>",
  describe: "Declare a new queue and generate everything for it",
  builder: (yargs) => yargs,
  run: async () => 0,
};

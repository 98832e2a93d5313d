import type { Command } from "../command.js";

export const generate: Command<object> = {
  command: "generate",
  describe: "Write what the queue declarations ask for",
  builder: (yargs) => yargs,
  run: async () => 0,
};

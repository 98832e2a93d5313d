import type { Command } from "../command.js";

export const init: Command<object> = {
  command: "init",
  describe: "Make queuegen.json and the folders it names",
  builder: (yargs) => yargs,
  run: async () => 0,
};

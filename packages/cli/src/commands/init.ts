import type { Command } from "../command.js";

export const init: Command<object> = {
  command: "init",
  describe: "Make queuegen.json, the folders it names and a CI workflow; nothing is overwritten",
  builder: (yargs) => yargs,
  run: async (_args, io) => {
    const { runInit } = await import("../project/run-init.js");
    return runInit(io);
  },
};

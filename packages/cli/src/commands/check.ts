import type { Command } from "../command.js";

export const check: Command<object> = {
  command: "check",
  describe: "Compare what generate would write with what is there; write nothing",
  builder: (yargs) => yargs,
  run: async () => 0,
};

import { type PluggedCommand, plug } from "../plug.js";
import { add } from "./add.js";
import { check } from "./check.js";
import { explain } from "./explain.js";
import { generate } from "./generate.js";
import { init } from "./init.js";
import { lint } from "./lint.js";
import { migrate } from "./migrate.js";

/** Every command, in the order of `--help`. The files import nothing heavy; `run` does. */
export const commands: readonly PluggedCommand[] = [
  plug(init), //
  plug(add),
  plug(generate),
  plug(check),
  plug(lint),
  plug(migrate),
  plug(explain),
];

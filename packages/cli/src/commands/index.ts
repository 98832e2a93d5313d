import { migrateActions } from "../migrate/actions/index.js";
import { type PluggedCommand, plug, plugGroup } from "../plug.js";
import { add } from "./add.js";
import { check } from "./check.js";
import { explain } from "./explain.js";
import { generate } from "./generate.js";
import { init } from "./init.js";
import { lint } from "./lint.js";

/** Every command, in the order of `--help`. The files import nothing heavy; `run` does. */
export const commands: readonly PluggedCommand[] = [
  plug(init), //
  plug(add),
  plug(generate),
  plug(check),
  plug(lint),
  plugGroup("migrate", "Write, apply, revert and check migrations", migrateActions),
  plug(explain),
];

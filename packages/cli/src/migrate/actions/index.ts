import { type PluggedCommand, plug } from "../../plug.js";
import { down } from "./down.js";
import { status } from "./status.js";
import { up } from "./up.js";

/** Every action of `queuegen migrate`, in the order of `--help`. The files import nothing heavy; `run` does. */
export const migrateActions: readonly PluggedCommand[] = [
  plug(up), //
  plug(down),
  plug(status),
];

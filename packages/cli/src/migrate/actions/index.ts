import { type PluggedCommand, plug } from "../../plug.js";
import { down } from "./down.js";
import { drift } from "./drift.js";
import { newMigration } from "./new.js";
import { rebase } from "./rebase.js";
import { resolve } from "./resolve.js";
import { status } from "./status.js";
import { up } from "./up.js";

/** Every action of `queuegen migrate`, in the order of `--help`. The files import nothing heavy; `run` does. */
export const migrateActions: readonly PluggedCommand[] = [
  plug(newMigration), //
  plug(up),
  plug(down),
  plug(status),
  plug(rebase),
  plug(drift),
  plug(resolve),
];

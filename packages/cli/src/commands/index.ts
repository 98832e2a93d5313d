import { migrateActions } from "../migrate/actions/index.js";
import { type PluggedCommand, plug, plugGroup } from "../plug.js";
import { add } from "./add.js";
import { cancel } from "./cancel.js";
import { check } from "./check.js";
import { concurrency } from "./concurrency.js";
import { doctor } from "./doctor.js";
import { explain } from "./explain.js";
import { generate } from "./generate.js";
import { init } from "./init.js";
import { inspect } from "./inspect.js";
import { lint } from "./lint.js";
import { pause } from "./pause.js";
import { progress } from "./progress.js";
import { purge } from "./purge.js";
import { push } from "./push.js";
import { release } from "./release.js";
import { reset } from "./reset.js";
import { restart } from "./restart.js";
import { resume } from "./resume.js";
import { retry } from "./retry.js";
import { stats } from "./stats.js";

/** Every command, in the order of `--help`. The files import nothing heavy; `run` does. */
export const commands: readonly PluggedCommand[] = [
  plug(init), //
  plug(add),
  plug(generate),
  plug(check),
  plug(lint),
  plugGroup("migrate", "Write, apply, revert and check migrations", migrateActions),
  plug(explain),
  plug(doctor),
  plug(stats),
  plug(progress),
  plug(inspect),
  plug(retry),
  plug(release),
  plug(cancel),
  plug(pause),
  plug(resume),
  plug(concurrency),
  plug(restart),
  plug(reset),
  plug(purge),
  plug(push),
];

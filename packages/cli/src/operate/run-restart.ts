import type { ExitCode } from "../command.js";
import type { Io } from "../io.js";
import { type OperateArgs, operate } from "./operation.js";

/** Sets the restart mark of one queue or of all. */
export function runRestart(args: OperateArgs, io: Io): Promise<ExitCode> {
  return operate(args, io, async ({ queues, database, control }) => {
    for (const { name } of queues) await database.change(control.restart, { queue: name });
    io.out(
      `Every worker process that runs ${queues.map(({ name }) => name).join(" or ")} finishes what it has and ends with exit code 75: its supervisor starts it again.\n`,
    );
    return 0;
  });
}

import type { ExitCode } from "../command.js";
import type { Io } from "../io.js";
import { changeByState } from "./change-by-state.js";
import { STATUS } from "./job.js";
import { jobIds } from "./job-ids.js";
import { type OperateArgs, operateOne, statementsOf } from "./operation.js";

export interface CancelArgs extends OperateArgs {
  readonly queue: string;
  readonly ids: readonly string[];
}

/** Makes jobs dead that have not started. */
export async function runCancel(args: CancelArgs, io: Io): Promise<ExitCode> {
  const ids = jobIds(args.ids);
  return operateOne(args, io, async (model, operation) =>
    changeByState(operation, model, ids, [
      { from: [STATUS.pending, STATUS.waiting], sql: statementsOf(model)("cancel"), did: "cancelled, dead now" },
    ]),
  );
}

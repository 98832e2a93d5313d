import type { QueueModel } from "@queuegen/model";
import type { ExitCode } from "../command.js";
import type { Io } from "../io.js";
import { changeByState } from "./change-by-state.js";
import { STATUS } from "./job.js";
import { jobKeys } from "./job-keys.js";
import { type OperateArgs, type Operation, operateOne, statementsOf } from "./operation.js";

export interface CancelArgs extends OperateArgs {
  readonly queue: string;
  readonly ids: readonly string[];
}

/** Makes jobs dead that have not started. */
export async function runCancel(args: CancelArgs, io: Io): Promise<ExitCode> {
  const cancel = (model: QueueModel, operation: Operation): Promise<ExitCode> =>
    changeByState(operation, model, args.ids, [
      { from: [STATUS.pending, STATUS.waiting], sql: statementsOf(model)("cancel"), did: "cancelled, dead now" },
    ]);
  return operateOne(args, io, cancel, (model) => jobKeys(model).parse(args.ids));
}

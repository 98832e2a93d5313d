import { QueuegenError, type QueueModel } from "@queuegen/model";
import type { ExitCode } from "../command.js";
import type { Io } from "../io.js";
import { controlRow } from "./control-row.js";
import { inspectJson, inspectText } from "./inspect-report.js";
import { readJobs, spelledAsStored } from "./job.js";
import { jobKeys } from "./job-keys.js";
import { type OperateArgs, type Operation, operateOne, statementsOf } from "./operation.js";

export interface InspectArgs extends OperateArgs {
  readonly queue: string;
  readonly id: string;
  readonly json: boolean;
}

/** Tells where a job stands, what happened to it, and what happens next and when. */
export async function runInspect(args: InspectArgs, io: Io): Promise<ExitCode> {
  const typed = (model: QueueModel): readonly string[] => jobKeys(model).parse([args.id]);
  const inspect = async (model: QueueModel, operation: Operation): Promise<ExitCode> => {
    const { database } = operation;
    const [sql, keys] = [statementsOf(model)("jobs"), jobKeys(model)];
    const ids = await spelledAsStored(database, sql, keys, typed(model));
    const [job] = await readJobs(database, sql, keys, ids);
    if (job === undefined) throw missing(model, args.id);
    const control = await controlRow(operation, model.name);
    const view = { model, job, paused: control.paused !== 0 };
    io.out(args.json ? inspectJson(view) : inspectText(view));
    return 0;
  };
  return operateOne(args, io, inspect, typed);
}

function missing({ name, options }: QueueModel, id: string): QueuegenError {
  const { onSuccess, done, dead } = options.retention;
  const gone =
    onSuccess === "delete"
      ? "This queue deletes jobs that are done."
      : done === null && dead === null
        ? "This queue keeps its finished jobs for ever: it never had this one, or somebody deleted it."
        : "Finished jobs are purged after their retention; or it never was.";
  return new QueuegenError([
    { code: "job-missing", severity: "error", message: `queue "${name}" has no job ${id}`, hint: gone },
  ]);
}

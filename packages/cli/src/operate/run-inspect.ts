import { QueuegenError, type QueueModel } from "@queuegen/model";
import type { ExitCode } from "../command.js";
import type { Io } from "../io.js";
import { controlRow } from "./control-row.js";
import { inspectJson, inspectText } from "./inspect-report.js";
import { readJobs } from "./job.js";
import { jobIds } from "./job-ids.js";
import { type OperateArgs, operateOne, statementsOf } from "./operation.js";

export interface InspectArgs extends OperateArgs {
  readonly queue: string;
  readonly id: string;
  readonly json: boolean;
}

/** Tells where a job stands, what happened to it, and what happens next and when. */
export async function runInspect(args: InspectArgs, io: Io): Promise<ExitCode> {
  const ids = jobIds([args.id]);
  return operateOne(args, io, async (model, operation) => {
    const [job] = await readJobs(operation.database, statementsOf(model)("jobs"), ids);
    if (job === undefined) throw missing(model, args.id);
    const control = await controlRow(operation, model.name);
    const view = { model, job, paused: control.paused !== 0 };
    io.out(args.json ? inspectJson(view) : inspectText(view));
    return 0;
  });
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

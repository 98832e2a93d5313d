import { QueuegenError, type QueueModel } from "@queuegen/model";
import type { ExitCode } from "../command.js";
import type { Io } from "../io.js";
import { changeByState } from "./change-by-state.js";
import { inPages } from "./in-pages.js";
import { PAGE, STATUS } from "./job.js";
import { jobKeys } from "./job-keys.js";
import { type OperateArgs, type Operation, operateOne, statementsOf } from "./operation.js";
import { progressOf } from "./progress.js";
import { jobs } from "./words.js";

export interface RetryArgs extends OperateArgs {
  readonly queue: string;
  readonly ids: readonly string[];
  readonly dead: boolean;
  readonly limit: number | undefined;
}

/** Gives dead jobs all their attempts again, and makes waiting ones due now. */
export async function runRetry(args: RetryArgs, io: Io): Promise<ExitCode> {
  const { ids } = args;
  if (args.dead === ids.length > 0) {
    throw usage(args.dead ? "give ids or --dead, not both" : "give the ids of jobs, or --dead for all dead ones");
  }
  if (args.limit !== undefined && !args.dead) throw usage("--limit goes with --dead");
  const retry = async (model: QueueModel, operation: Operation): Promise<ExitCode> => {
    if (args.dead) return retryAllDead(model, operation, args.limit ?? Number.POSITIVE_INFINITY);
    const statement = statementsOf(model);
    return changeByState(operation, model, ids, [
      { from: [STATUS.dead], sql: statement("retryDead"), did: "retried, with all its attempts" },
      { from: [STATUS.waiting], sql: statement("dueNow"), did: "due now" },
    ]);
  };
  return operateOne(args, io, retry, (model) => jobKeys(model).parse(ids));
}

async function retryAllDead(model: QueueModel, { database, io }: Operation, limit: number): Promise<ExitCode> {
  const statement = statementsOf(model);
  const progress = progressOf(io);
  const keys = jobKeys(model);
  let left = limit;
  const retried = await inPages({
    keys,
    read: (after) =>
      database.rows<{ readonly job_id: string }>(statement("inState"), {
        status: STATUS.dead,
        after,
        limit: Math.min(PAGE, left),
      }),
    full: (rows) => rows.length === PAGE && left > 0,
    idOf: ({ job_id }) => job_id,
    change: async (rows) => {
      left -= rows.length;
      return database.change(statement("retryDead"), { ids: rows.map(({ job_id }) => keys.value(job_id)) });
    },
    told: (changed) => progress.show(`${jobs(changed)} retried`),
    signal: io.signal,
  });
  progress.clear();
  io.out(`${model.name}: ${jobs(retried)} retried\n`);
  if (io.signal.aborted) io.err("Stopped before the end: run it again to go on.\n");
  return 0;
}

function usage(message: string): QueuegenError {
  return new QueuegenError([
    { code: "usage", severity: "error", message, hint: "`queuegen retry --help` lists what it takes." },
  ]);
}

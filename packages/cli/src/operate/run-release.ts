import { QueuegenError, type QueueModel } from "@queuegen/model";
import type { ExitCode } from "../command.js";
import type { Io } from "../io.js";
import { type Job, leaseLeft, PAGE, parts, readJobs, STATUS, spelledAsStored } from "./job.js";
import { jobKeys, type KeyValue } from "./job-keys.js";
import { type OperateArgs, type Operation, operateOne, statementsOf } from "./operation.js";
import { pause } from "./pause.js";
import { releaseReport } from "./release-report.js";
import { span } from "./words.js";

export interface ReleaseArgs extends OperateArgs {
  readonly queue: string;
  readonly ids: readonly string[];
  readonly worker: string | undefined;
  readonly force: boolean;
}

/** Heartbeat intervals between the two looks: the next heartbeat of a worker that lives takes a while itself. */
const APART = 1.25;

/** Takes jobs back from a worker that is gone; with `--force` from one that may still run. */
export async function runRelease(args: ReleaseArgs, io: Io): Promise<ExitCode> {
  if ((args.worker === undefined) === (args.ids.length === 0)) {
    throw new QueuegenError([
      {
        code: "usage",
        severity: "error",
        message: "give the ids of jobs, or --worker for all that one worker holds",
        hint: "`queuegen stats <queue>` shows the names of the workers.",
      },
    ]);
  }
  const typed = (model: QueueModel): readonly string[] => jobKeys(model).parse(args.ids);
  const release = async (model: QueueModel, operation: Operation): Promise<ExitCode> => {
    const jobs = statementsOf(model)("jobs");
    const ids = await spelledAsStored(operation.database, jobs, jobKeys(model), typed(model));
    const found = await look(model, operation, ids, args.worker);
    const held = found.filter(({ job_status }) => job_status === STATUS.processing);
    const report = releaseReport(model, io, ids, found);
    if (held.length === 0) return report.nothing(args.worker);
    return args.force
      ? report.released(held, await releaseHeld(model, operation, held), [])
      : releaseExpired(model, operation, held, report);
  };
  return operateOne(args, io, release, typed);
}

async function look(
  model: QueueModel,
  { database, io }: Operation,
  ids: readonly string[],
  worker: string | undefined,
): Promise<readonly Job[]> {
  const statement = statementsOf(model);
  const keys = jobKeys(model);
  if (worker === undefined) return readJobs(database, statement("jobs"), keys, ids);
  const found: Job[] = [];
  for (let after: KeyValue | null = keys.first; !io.signal.aborted; ) {
    const page = await database.rows<Job>(statement("heldBy"), { worker, after, limit: PAGE });
    found.push(...page);
    if (page.length < PAGE) break;
    after = keys.value(page.at(-1)!.job_id);
  }
  return found;
}

/** By the token that was seen: whoever has claimed it since keeps it. */
async function releaseHeld(model: QueueModel, { database }: Operation, held: readonly Job[]): Promise<number> {
  const keys = jobKeys(model);
  let released = 0;
  for (const part of parts(held.filter(({ job_token }) => job_token !== null))) {
    released += await database.change(statementsOf(model)("releaseHeld"), {
      ids: part.map(({ job_id }) => keys.value(job_id)),
      tokens: [...new Set(part.map(({ job_token }) => job_token))],
    });
  }
  return released;
}

/**
 * Only what two looks, more than a heartbeat interval apart, have seen with the same claim and past its lease: a clock that jumped
 * must not take jobs away from workers that run.
 */
async function releaseExpired(
  model: QueueModel,
  operation: Operation,
  held: readonly Job[],
  report: ReturnType<typeof releaseReport>,
): Promise<ExitCode> {
  const { database, io } = operation;
  const { lease, heartbeat } = model.options.claim;
  const late = held.filter((job) => leaseLeft(job, lease) < 0);
  const alive = held.filter((job) => leaseLeft(job, lease) >= 0);
  if (late.length === 0) return report.released([], 0, alive);
  const apart = APART * heartbeat;
  io.err(`looking again in ${span(apart)}: a worker that is only slow renews its claim meanwhile\n`);
  await pause(apart, io.signal);
  if (io.signal.aborted) return 0;
  const sql = statementsOf(model)("jobs");
  const keys = jobKeys(model);
  const ids = late.map(({ job_id }) => job_id);
  const again = new Map((await readJobs(database, sql, keys, ids)).map((job) => [job.job_id, job]));
  const ripe = late.filter((job) => {
    const now = again.get(job.job_id);
    return now?.job_status === STATUS.processing && now.job_token === job.job_token && now.claimed_s === job.claimed_s;
  });
  let released = 0;
  for (const part of parts(ripe)) {
    released += await database.change(statementsOf(model)("releaseExpired"), {
      ids: part.map(({ job_id }) => keys.value(job_id)),
    });
  }
  return report.released(late, released, alive);
}

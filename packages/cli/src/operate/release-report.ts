import type { QueueModel } from "@queuegen/model";
import type { ExitCode } from "../command.js";
import type { Io } from "../io.js";
import { type Job, leaseLeft, STATES, STATUS } from "./job.js";
import { number, someIds, span } from "./words.js";

export interface ReleaseReport {
  /** Nothing is in work. */
  nothing(worker: string | undefined): ExitCode;
  /** `count` of `tried` were released; `alive` were left to their workers. */
  released(tried: readonly Job[], count: number, alive: readonly Job[]): ExitCode;
}

/** What `release` says, and its exit code: 1 where a job that was asked for is still held, or is not in work. */
export function releaseReport(model: QueueModel, io: Io, ids: readonly string[], found: readonly Job[]): ReleaseReport {
  const { name, options } = model;
  const others = (): boolean => {
    const there = new Map(found.map((job) => [job.job_id, job]));
    const idle = ids.filter((id) => there.get(id)?.job_status !== STATUS.processing);
    for (const id of idle) {
      const status = there.get(id)?.job_status;
      io.out(`${name} ${id}: ${status === undefined ? "not there" : `${STATES[status]}, nobody holds it`}\n`);
    }
    return idle.length > 0;
  };
  return {
    nothing(worker) {
      if (worker !== undefined) io.out(`${name}: worker "${worker}" holds no job\n`);
      return others() || worker !== undefined ? 1 : 0;
    },
    released(tried, count, alive) {
      const idle = others();
      if (tried.length > 0) {
        const ids = someIds(tried.map(({ job_id }) => job_id));
        io.out(
          count === tried.length
            ? `${name} ${ids}: released\n`
            : `${name} ${ids}: ${number(count)} of ${number(tried.length)} released, the others were renewed or finished meanwhile\n`,
        );
      }
      for (const [worker, mine] of byWorker(alive)) {
        const left = Math.max(...mine.map((job) => leaseLeft(job, options.claim.lease)));
        io.out(
          `${name} ${someIds(mine.map(({ job_id }) => job_id))}: held by ${worker}, whose lease has ${span(left)} left: not released\n`,
        );
      }
      if (alive.length > 0) {
        io.out(
          "A worker that lives renews its lease. --force takes the jobs all the same: they may run twice, and what their handlers write back is refused.\n",
        );
      }
      return idle || alive.length > 0 || count < tried.length ? 1 : 0;
    },
  };
}

function byWorker(held: readonly Job[]): ReadonlyMap<string, readonly Job[]> {
  const groups = new Map<string, Job[]>();
  for (const job of held) {
    const worker = job.worker ?? "an unknown worker";
    groups.set(worker, [...(groups.get(worker) ?? []), job]);
  }
  return groups;
}

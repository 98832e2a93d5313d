import type { QueueModel } from "@queuegen/model";
import type { QueueStats } from "../operate/queue-stats.js";
import { jobs, span } from "../operate/words.js";
import type { Finding } from "./finding.js";

const OLD_MS = 3_600_000;

/** What the rows of a queue tell about its workers. Pure. */
export function judgeQueue(model: QueueModel, stats: QueueStats): readonly Finding[] {
  return [
    pausedFinding(stats),
    withoutWorker(stats),
    backlogFinding(stats),
    abandonedFinding(model, stats),
    deadFinding(stats),
  ].filter((finding) => finding !== undefined);
}

function pausedFinding({ queue, paused }: QueueStats): Finding | undefined {
  if (!paused) return undefined;
  return {
    check: "queue-paused",
    severity: "info",
    what: `queue ${queue} is paused`,
    why: "Workers take no job until it is resumed.",
    todo: [`queuegen resume ${queue}`],
  };
}

/** A worker that runs holds the maintenance of its queue, or another one does. */
function withoutWorker({ queue, paused, maintainer, pending, waiting }: QueueStats): Finding | undefined {
  if (paused || maintainer !== null || (pending.jobs === 0 && waiting.due.jobs === 0)) return undefined;
  const due = pending.jobs + waiting.due.jobs;
  return {
    check: "queue-without-worker",
    severity: "warning",
    what: `queue ${queue} has ${jobs(due)}${pending.more || waiting.due.more ? " and more" : ""} to do and no worker`,
    why: "Nobody takes jobs, takes back what lost workers held, or purges.",
    todo: ["Start a worker, or look why it does not run: its log, its URL, `queuegen stats`."],
  };
}

function backlogFinding({ queue, paused, maintainer, pending }: QueueStats): Finding | undefined {
  const { oldestAge } = pending;
  // Rows of an adopted table may have no time of their creation.
  if (paused || maintainer === null || oldestAge === null || oldestAge < OLD_MS || oldestAge > 1e12) return undefined;
  return {
    check: "queue-backlog",
    severity: "warning",
    what: `the oldest pending job of queue ${queue} has waited for ${span(oldestAge)}`,
    why: "Workers do not keep up, or fail at each look for work.",
    todo: [`queuegen stats ${queue}, then the log of a worker; queuegen explain ${queue} where each look is slow.`],
  };
}

/** Claims that nobody renews are taken back within a lease and a heartbeat, where anybody is there to do it. */
function abandonedFinding(model: QueueModel, { queue, workers, maintainer }: QueueStats): Finding | undefined {
  const { lease, heartbeat } = model.options.claim;
  const lost = workers.filter(({ leaseLeft }) => leaseLeft !== null && leaseLeft < -(lease + 2 * heartbeat));
  const count = lost.reduce((sum, worker) => sum + worker.jobs, 0);
  if (count === 0) return undefined;
  const oldest = Math.max(...lost.map(({ leaseLeft }) => -(leaseLeft ?? 0)));
  return {
    check: "queue-abandoned",
    severity: "warning",
    what: `queue ${queue} has ${jobs(count)} in processing whose lease ended up to ${span(oldest)} ago`,
    why:
      maintainer === null
        ? "No worker runs that could take them back: they stand still."
        : `${maintainer} should have taken them back: it hangs, or cannot write.`,
    todo: [maintainer === null ? "Start a worker of this queue." : `Look into the log of ${maintainer}; restart it.`],
  };
}

function deadFinding({ queue, dead }: QueueStats): Finding | undefined {
  if (dead.jobs === 0) return undefined;
  return {
    check: "queue-dead",
    severity: "info",
    what: `queue ${queue} has ${dead.more ? "more than " : ""}${jobs(dead.jobs)} that died`,
    why: "Their attempts are used up; nothing tries them again by itself.",
    todo: [
      "Mend the cause first; `queuegen inspect` shows the error of a job. Then all of them:",
      `queuegen retry ${queue} --dead`,
    ],
  };
}

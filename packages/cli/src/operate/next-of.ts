import type { InspectView } from "./inspect-report.js";
import { leaseLeft, STATUS } from "./job.js";
import { clock, span } from "./words.js";

/** What happens to a job next, when, and what an operator can do about it. */
export function nextOf(view: InspectView): string {
  const { model, job } = view;
  switch (job.job_status) {
    case STATUS.pending:
      return `${attempt(view, 1)}as soon as a worker has room${thenDead(view)}.${pausedNote(view)}`;
    case STATUS.processing:
      return inWork(view);
    case STATUS.done:
      return purgeText(job.finished_ms, model.options.retention.done, job.now_ms);
    case STATUS.dead:
      return `${purgeText(job.finished_ms, model.options.retention.dead, job.now_ms)} \`queuegen retry ${model.name} ${job.job_id}\` gives it all its attempts again.`;
    case STATUS.waiting:
      return waiting(view);
    default:
      return "nothing that this version knows of.";
  }
}

function waiting(view: InspectView): string {
  const { model, job } = view;
  const retry = `\`queuegen retry ${model.name} ${job.job_id}\``;
  if (job.due_ms === null) return `nothing. ${retry} makes it due now.`;
  const due = job.due_ms > job.now_ms;
  const when = due ? `at ${clock(job.due_ms, job.now_ms)}` : "as soon as a worker has room";
  return `${attempt(view, 1)}${when}${thenDead(view)}.${due ? ` ${retry} makes it due now.` : ""}${pausedNote(view)}`;
}

function inWork({ model, job }: InspectView): string {
  const { claim, retry } = model.options;
  const left = leaseLeft(job, claim.lease);
  const force = `\`queuegen release ${model.name} ${job.job_id} --force\` takes it from a worker that hangs.`;
  if (left >= 0) return `its worker finishes it or renews the lease every ${span(claim.heartbeat)}. ${force}`;
  const dead = retry.attempts !== 0 && job.attempts >= retry.attempts && job.started_ms !== null;
  return `another worker takes it back, a heartbeat interval (${span(claim.heartbeat)}) after it was seen so${dead ? "; its attempts are used up, so it will be dead" : ""}. If none runs: \`queuegen release ${model.name} ${job.job_id}\`.`;
}

/** `attempt 5 of 5 `. */
function attempt({ model, job }: InspectView, step: number): string {
  const { attempts } = model.options.retry;
  return `attempt ${job.attempts + step}${attempts === 0 ? "" : ` of ${attempts}`} `;
}

function thenDead({ model, job }: InspectView): string {
  const { attempts } = model.options.retry;
  return attempts !== 0 && job.attempts + 1 >= attempts ? ", then done or dead" : "";
}

function pausedNote({ model, paused }: InspectView): string {
  return paused ? ` But the queue is paused: \`queuegen resume ${model.name}\`.` : "";
}

function purgeText(finished: number | null, keep: number | null, now: number): string {
  if (keep === null || finished === null) return "nothing; it is kept.";
  const left = finished + keep - now;
  return left > 0 ? `purged in ${span(left)}.` : "purged with the next round of a worker.";
}

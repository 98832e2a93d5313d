import type { QueueModel } from "@queuegen/model";
import { type Job, leaseLeft, STATES, STATUS } from "./job.js";
import { nextOf } from "./next-of.js";
import { startOf } from "./start-of.js";
import { clock, span } from "./words.js";

/** What a person wants to know of one job. */
export interface InspectView {
  readonly model: QueueModel;
  readonly job: Job;
  /** The queue is paused. */
  readonly paused: boolean;
}

export function inspectText(view: InspectView): string {
  const { model, job } = view;
  return `${[
    `${model.name} ${job.job_id}  ${stateOf(view)}`,
    `  ${pastOf(view).join("   ")}`,
    ...(job.error === null ? [] : [`  last error: ${job.error.replaceAll("\n", "\n    ")}`]),
    ...(job.dedupe_key === null ? [] : [`  dedupe key: ${job.dedupe_key}`]),
    `  next: ${nextOf(view)}`,
  ].join("\n")}\n`;
}

export function inspectJson(view: InspectView): string {
  const { model, job, paused } = view;
  const held = job.job_status === STATUS.processing;
  const values = {
    queue: model.name,
    id: job.job_id,
    state: STATES[job.job_status] ?? String(job.job_status),
    status: job.job_status,
    attempts: job.attempts,
    attemptsMax: model.options.retry.attempts,
    worker: job.worker,
    createdAt: job.created_ms,
    startedAt: startOf(job, model.options.retry.attempts),
    startedBefore: job.started_ms,
    finishedAt: job.finished_ms,
    dueAt: job.due_ms,
    leaseLeft: held && job.claimed_s !== null ? leaseLeft(job, model.options.claim.lease) : null,
    error: job.error,
    dedupeKey: job.dedupe_key,
    now: job.now_ms,
    paused,
    next: nextOf(view),
  };
  return `${JSON.stringify(values, null, 2)}\n`;
}

function stateOf({ model, job }: InspectView): string {
  const { now_ms: now } = job;
  switch (job.job_status) {
    case STATUS.pending:
      return job.created_ms === null ? "pending" : `pending for ${span(now - job.created_ms)}`;
    case STATUS.processing: {
      const left = leaseLeft(job, model.options.claim.lease);
      const by = `in work by ${job.worker ?? "an unknown worker"}`;
      if (job.claimed_s === null) return `${by}, without a lease`;
      return `${by}, ${left >= 0 ? `lease ${span(left)}` : `whose lease is over for ${span(-left)}`}`;
    }
    case STATUS.done:
      return `done${job.finished_ms === null ? "" : `, ${span(now - job.finished_ms)} ago`}`;
    case STATUS.dead:
      return `dead${job.finished_ms === null ? "" : ` for ${span(now - job.finished_ms)}`}`;
    case STATUS.waiting:
      if (job.due_ms === null) return "waiting, without a time: it is never due";
      return `waiting, ${job.due_ms > now ? `due in ${span(job.due_ms - now)}` : `due for ${span(now - job.due_ms)}`}`;
    default:
      return STATES[job.job_status] ?? `in the unknown state ${job.job_status}`;
  }
}

function pastOf({ model, job }: InspectView): readonly string[] {
  const { now_ms: now } = job;
  const held = job.job_status === STATUS.processing;
  return [
    ...(job.created_ms === null ? [] : [`enqueued ${clock(job.created_ms, now)}`]),
    job.attempts === 0 ? "never claimed" : `claimed ${job.attempts === 1 ? "once" : `${job.attempts} times`}`,
    ...(job.started_ms === null
      ? []
      : [
          `started ${startOf(job, model.options.retry.attempts) === null ? "before " : ""}${clock(job.started_ms, now)}`,
        ]),
    ...(job.finished_ms === null ? [] : [`finished ${clock(job.finished_ms, now)}`]),
    ...(job.worker === null || held ? [] : [`last by ${job.worker}`]),
  ];
}

import { setTimeout as delay } from "node:timers/promises";
import { epochNow } from "./clock.js";

/** Jobs that come in at a pace. `payload.title` is the epoch ms at which the job should be picked up at the earliest. */
export interface Production {
  readonly calls: number;
  readonly jobsPerCall: number;
  /** Mean ms between two calls; each gap is between half and one and a half of it, so that no poll falls into step. */
  readonly everyMs: number;
  /** Jobs are due so long after the call. Default 0. */
  readonly delayMs?: number;
}

interface Job {
  user_id: number;
  payload: { title: string; body: string };
}

type Enqueue = (jobs: Job | Job[], options: { runAt?: number }) => Promise<unknown>;

/** Enqueues at the pace. Calls that are late are made up for, so that the mean pace holds. */
export async function produce(production: Production, enqueue: Enqueue): Promise<void> {
  const { calls, jobsPerCall, everyMs, delayMs = 0 } = production;
  const startedAt = performance.now();
  const pending: Promise<unknown>[] = [];
  for (let call = 0; call < calls; call += 1) {
    const at = startedAt + (call + 0.5 + Math.random()) * everyMs;
    await delay(Math.max(0, at - performance.now()));
    const due = epochNow() + delayMs;
    const jobs = Array.from(
      { length: jobsPerCall },
      (): Job => ({
        user_id: call,
        payload: { title: String(due), body: "x".repeat(60) },
      }),
    );
    pending.push(enqueue(jobs.length === 1 ? jobs[0]! : jobs, delayMs === 0 ? {} : { runAt: Math.round(due) }));
  }
  await Promise.all(pending);
}

import type { LedgerEntry } from "../ledger-entry.js";
import type { Transition } from "../transition.js";
import { byJob } from "./judge-transitions.js";
import type { QueueFacts, Violation } from "./violation.js";

const DONE = 2;
const DEAD = 3;

/** Status in which each job has to end. Default: done. */
export type Expected = (job: string) => number;

/**
 * Judges what handlers did against the log: nothing lost, every completion backed by an effect, no attempt beyond the
 * maximum, no start before the job was due, no unmarked start of an attempt after the first.
 * @param produced jobs that their producers know to be committed
 */
export function judgeEffects(
  log: readonly Transition[],
  ledger: readonly LedgerEntry[],
  produced: readonly string[],
  facts: QueueFacts,
  expected: Expected = () => DONE,
): Violation[] {
  const violations: Violation[] = [];
  const accuse = (rule: string, job: string, message: string): void => {
    violations.push({ rule, job, message });
  };
  const jobs = byJob(log);
  const runs = new Map<string, LedgerEntry[]>();
  for (const entry of ledger) runs.set(entry.job, [...(runs.get(entry.job) ?? []), entry]);

  for (const job of produced)
    if (!jobs.has(job)) accuse("lost", job, "committed by its producer and never in the table");
  for (const [job, history] of jobs) {
    const first = history[0]?.after;
    const last = history.at(-1)?.after;
    if (last !== undefined && last.status !== expected(job)) {
      const final = last.status === DONE || last.status === DEAD;
      accuse(final ? "wrong-end" : "lost", job, `ended in status ${last.status} instead of ${expected(job)}`);
    }
    const effects = (runs.get(job) ?? []).filter((entry) => entry.finished !== null);
    if (history.some(({ after }) => after?.status === DONE) && effects.length === 0) {
      accuse("no-effect", job, "completed, and no handler came to its end");
    }
    for (const entry of runs.get(job) ?? []) {
      if (first?.runAt != null && entry.started < first.runAt) {
        accuse("early-start", job, `started ${first.runAt - entry.started} ms before it was due`);
      }
      if (facts.attempts !== 0 && entry.attempt > facts.attempts) {
        accuse("too-many-attempts", job, `attempt ${entry.attempt} of ${facts.attempts} ran`);
      }
      if (!wasClaimed(history, entry)) accuse("unclaimed-start", job, `attempt ${entry.attempt} ran without a claim`);
      if ((entry.attempt > 1 || facts.attempts === 1) && !wasMarked(history, entry)) {
        accuse("unmarked-start", job, `attempt ${entry.attempt} ran without a start mark`);
      }
    }
  }
  for (const job of runs.keys()) if (!jobs.has(job)) accuse("ghost", job, "ran, and was never committed");
  return violations;
}

function wasClaimed(history: readonly Transition[], entry: LedgerEntry): boolean {
  return history.some(
    ({ before, after, actor, at }) =>
      before !== undefined &&
      before.status !== 1 &&
      after?.status === 1 &&
      after.attempts === entry.attempt &&
      actor === entry.worker &&
      at <= entry.started,
  );
}

function wasMarked(history: readonly Transition[], entry: LedgerEntry): boolean {
  return history.some(
    ({ before, after, actor, at }) =>
      before?.status === 1 &&
      after?.status === 1 &&
      after.attempts === entry.attempt &&
      after.start !== null &&
      actor === entry.worker &&
      at <= entry.started,
  );
}

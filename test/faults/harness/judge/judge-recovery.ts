import { describeTransition, type Transition } from "../transition.js";
import { byJob } from "./judge-transitions.js";
import type { Violation } from "./violation.js";

/** A time in which nobody could reclaim: the server was down, or every process that might have done it was. Epoch ms. */
export interface Outage {
  readonly from: number;
  readonly to: number;
}

/** Longest time that a claimed row went without a sign of life; `job` is undefined where nothing was ever claimed. */
export interface LongestSilence {
  readonly ms: number;
  readonly job: string | undefined;
}

/** No row stays in 1 for longer than `limitMs` after its claim or its last heartbeat, outages not counted. */
export function judgeRecovery(
  log: readonly Transition[],
  limitMs: number,
  outages: readonly Outage[] = [],
  end?: number,
): Violation[] {
  const violations: Violation[] = [];
  for (const silence of silences(log, end)) {
    const ms = silence.to - silence.from - overlap(silence, outages);
    if (ms <= limitMs) continue;
    const trace = silence.history.map((each) => describeTransition(each, silence.history[0]?.at ?? 0));
    violations.push({
      rule: "stuck",
      job: silence.job,
      message: `${ms} ms in status 1 without a heartbeat, ${limitMs} allowed\n    ${trace.join("\n    ")}`,
    });
  }
  return violations;
}

export function longestSilence(log: readonly Transition[], outages: readonly Outage[] = []): LongestSilence {
  let longest: LongestSilence = { ms: 0, job: undefined };
  for (const silence of silences(log, undefined)) {
    const ms = silence.to - silence.from - overlap(silence, outages);
    if (ms > longest.ms) longest = { ms, job: silence.job };
  }
  return longest;
}

interface Silence extends Outage {
  readonly job: string;
  readonly history: readonly Transition[];
}

function* silences(log: readonly Transition[], end: number | undefined): Generator<Silence> {
  for (const [job, history] of byJob(log)) {
    for (let i = 0; i < history.length; i++) {
      const from = history[i]!;
      if (from.after?.status !== 1) continue;
      const to = history[i + 1]?.at ?? end;
      if (to !== undefined) yield { job, from: from.at, to, history: history.slice(Math.max(0, i - 2), i + 2) };
    }
  }
}

/** Time of `span` that lies in one outage or in several at once. */
function overlap(span: Outage, outages: readonly Outage[]): number {
  let sum = 0;
  let counted = span.from;
  for (const { from, to } of [...outages].sort((a, b) => a.from - b.from)) {
    const begin = Math.max(counted, from);
    const end = Math.min(span.to, to);
    if (end <= begin) continue;
    sum += end - begin;
    counted = end;
  }
  return sum;
}

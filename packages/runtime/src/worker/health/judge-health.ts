import { durationMs } from "../../time/duration.js";
import type { Health, HealthLimits, HealthProblem, OldestHandler, QueueHealth, WorkerState } from "./health.js";

const SILENCE_MS = 30_000;
const LAG_MS = 5_000;

/** What a worker measures. */
export interface HealthFacts {
  readonly state: WorkerState;
  readonly connected: boolean;
  /** ms since `run` was called. */
  readonly age: number;
  readonly eventLoopLag: number;
  readonly queues: readonly QueueHealth[];
}

/** Pure: facts and limits to a verdict. */
export function judgeHealth(facts: HealthFacts, limits: HealthLimits = {}): Health {
  const { state, connected, eventLoopLag, queues } = facts;
  const problems = [...silences(facts, limits), ...lag(facts, limits)];
  const polls = queues.flatMap(({ lastPoll }) => (lastPoll === null ? [] : [lastPoll]));
  return {
    healthy: problems.length === 0,
    problems,
    state,
    connected,
    lastPoll: polls.length === 0 ? null : Math.max(...polls),
    eventLoopLag,
    claims: sum(queues.map(({ claims }) => claims)),
    running: sum(queues.map(({ running }) => running)),
    oldestHandler: oldest(queues),
    queues,
  };
}

function silences({ state, connected, age, queues }: HealthFacts, { silence }: HealthLimits): readonly HealthProblem[] {
  const limit = silence === undefined ? SILENCE_MS : durationMs(silence);
  if (state === "connecting" && age > limit) {
    return [{ kind: "database", message: `no connection to the database since the start ${seconds(age)} ago` }];
  }
  if (state !== "running") return [];
  return queues.flatMap(({ queue, lastPoll }) => {
    if (lastPoll === null || lastPoll <= limit) return [];
    const problem: HealthProblem = connected
      ? { kind: "stuck", message: `queue ${queue}: the claim loop has not turned for ${seconds(lastPoll)}` }
      : { kind: "database", message: `queue ${queue}: no answer from the database for ${seconds(lastPoll)}` };
    return [problem];
  });
}

function lag({ eventLoopLag }: HealthFacts, { lag: most }: HealthLimits): readonly HealthProblem[] {
  if (eventLoopLag <= (most === undefined ? LAG_MS : durationMs(most))) return [];
  return [{ kind: "eventLoop", message: `the event loop was held up for ${seconds(eventLoopLag)}` }];
}

function oldest(queues: readonly QueueHealth[]): OldestHandler | null {
  const handlers = queues.flatMap(({ oldestHandler }) => oldestHandler ?? []);
  return handlers.reduce<OldestHandler | null>((most, one) => (most !== null && most.ms >= one.ms ? most : one), null);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

import { ConfigError } from "../errors.js";
import type { Log } from "./log.js";

/** A queue of which one claim is made. */
export interface OnceRun {
  /** Answers how many jobs were handled. */
  runOnce(): Promise<number>;
}

/** One claim of each queue. One that cannot be claimed from does not cut off the handlers of the others. Rejects with what went wrong. */
export async function runOnce(queues: readonly OnceRun[], log: Log, stop: AbortSignal): Promise<void> {
  const results = await Promise.allSettled(queues.map((queue) => queue.runOnce()));
  const problems = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
  const strange = problems.find((problem) => !(problem instanceof ConfigError));
  if (strange !== undefined) throw strange;
  const count = results.reduce((sum, result) => sum + (result.status === "fulfilled" ? result.value : 0), 0);
  if (!stop.aborted) log.info(`once: ${handled(count)}`);
  if (problems.length > 0)
    throw new ConfigError(problems.map((problem) => (problem as ConfigError).message).join("\n"));
}

function handled(count: number): string {
  if (count === 0) return "no job was claimed";
  return `${count} ${count === 1 ? "job" : "jobs"} handled; more may wait, --max-run-time drains`;
}

import type { Job } from "./job.js";

/**
 * When the handler of the last attempt began, in epoch ms; null where nobody wrote that down. Before a first attempt a
 * worker writes nothing unless it is the only one (`attemptsMax` 1): the mark comes with the first heartbeat, or never.
 */
export function startOf(
  { attempts, started_ms }: Pick<Job, "attempts" | "started_ms">,
  attemptsMax: number,
): number | null {
  return attempts > 1 || attemptsMax === 1 ? started_ms : null;
}

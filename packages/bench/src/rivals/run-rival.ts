import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { InstalledRivals } from "./install-rivals.js";
import type { Rival } from "./rivals.js";

/** One drain by a rival. */
export interface RivalSample {
  readonly jobsPerSecond: number;
  /** Cores of its client process. */
  readonly client: number;
}

/** Fills its queue, lets its worker drain it in a process of its own, warmed up on an eighth of the jobs. */
export async function runRival(
  { node, script }: InstalledRivals,
  rival: Rival,
  url: string,
  jobs: number,
): Promise<RivalSample> {
  const { stdout } = await promisify(execFile)(node, [script(rival.name), url, String(jobs)]);
  const output = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as {
    readonly jobs: number;
    readonly seconds: number;
    readonly cpuSeconds: number;
  };
  return { jobsPerSecond: output.jobs / output.seconds, client: output.cpuSeconds / output.seconds };
}

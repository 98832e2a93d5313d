import type { Outage } from "./judge/judge-recovery.js";

const EVERY_MS = 50;
/** What timers are late by on a machine that is merely busy. */
const USUAL_MS = 100;

/**
 * Notes the times in which this machine gave a process that only sleeps no time to run: the processes under test got none
 * either, and no bound of theirs can hold.
 */
export function watchStalls(): { readonly stalls: readonly Outage[]; stop(): void } {
  const stalls: Outage[] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const late = now - last - EVERY_MS;
    if (late > USUAL_MS) stalls.push({ from: Date.now() - late, to: Date.now() });
    last = now;
  }, EVERY_MS);
  return { stalls, stop: () => clearInterval(timer) };
}

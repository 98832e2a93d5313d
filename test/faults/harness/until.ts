import { setTimeout as delay } from "node:timers/promises";

/** Looks until it is so; for what a database or another process does, of which there is no event. The test's own time-out ends it. */
export async function until(holds: () => Promise<boolean>, what: string, limitMs = 40_000): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`not within ${limitMs} ms: ${what}`);
    await delay(20);
  }
}

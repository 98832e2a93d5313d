import { setTimeout as delay } from "node:timers/promises";

/** The same promise, rejected when it takes longer. */
export async function within<T>(limitMs: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${limitMs} ms: ${what}`)), limitMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Looks until it is so; for what a database or another process does, of which there is no event. The test's own time-out ends it. */
export async function until(holds: () => Promise<boolean>, what: string, limitMs = 40_000): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`not within ${limitMs} ms: ${what}`);
    await delay(20);
  }
}

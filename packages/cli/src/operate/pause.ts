import { setTimeout as delay } from "node:timers/promises";

/** Waits, or less long where the signal fires. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}

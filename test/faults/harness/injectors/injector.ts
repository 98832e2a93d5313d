import { setTimeout as delay } from "node:timers/promises";

/** Makes one kind of trouble until it is stopped. */
export interface Injector {
  readonly name: string;
  /** What it did so far, by kind, for the report. */
  readonly counts: Readonly<Record<string, number>>;
  /** Resolves when the last fault is over. */
  stop(): Promise<void>;
}

/** Runs `round` again and again; what it throws ends the test. */
export function injector(
  name: string,
  round: (count: (kind: string) => void, signal: AbortSignal) => Promise<void>,
): Injector {
  const stop = new AbortController();
  const counts: Record<string, number> = {};
  const count = (kind: string): void => {
    counts[kind] = (counts[kind] ?? 0) + 1;
  };
  const rounds = (async () => {
    while (!stop.signal.aborted) await round(count, stop.signal);
  })();
  // Reported by `stop`; until then it must not count as unhandled.
  rounds.catch(() => {});
  return {
    name,
    counts,
    async stop() {
      stop.abort();
      await rounds;
    },
  };
}

/** A pause that ends early when the injector is stopped. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {});
}

/** The wait before the next attempt. Durations in ms; `jitter` is the part of it that is random, 0 to 1. */
export type Backoff =
  | ({ readonly kind: "exponential" } & ExponentialBackoff)
  | { readonly kind: "list"; readonly delays: readonly number[]; readonly jitter: number }
  | { readonly kind: "fixed"; readonly delay: number; readonly jitter: number };

export interface ExponentialBackoff {
  readonly first: number;
  readonly factor: number;
  readonly max: number;
  readonly jitter: number;
}

/** ms to wait after failed attempt number `attempt` (from 1). A list stays at its last entry. */
export function backoffDelay(backoff: Backoff, attempt: number, random: () => number = Math.random): number {
  switch (backoff.kind) {
    case "exponential":
      return exponential(backoff, attempt, random);
    case "list":
      return jittered(backoff.delays[Math.min(attempt, backoff.delays.length) - 1] ?? 0, backoff.jitter, random);
    case "fixed":
      return jittered(backoff.delay, backoff.jitter, random);
  }
}

export function exponential(backoff: ExponentialBackoff, attempt: number, random: () => number = Math.random): number {
  // A large exponent gives Infinity, and the cap holds.
  return jittered(Math.min(backoff.max, backoff.first * backoff.factor ** (attempt - 1)), backoff.jitter, random);
}

/** Spreads over delay +- jitter/2, so that the mean is what was asked for. */
function jittered(delay: number, jitter: number, random: () => number): number {
  return Math.round(delay * (1 + jitter * (random() - 0.5)));
}

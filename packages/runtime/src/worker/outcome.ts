import { type Duration, durationMs } from "../time/duration.js";

/** A year. */
const LONGEST_MS = 365 * 86_400_000;
/** What gives its jobs back without doing anything must not go round and round at full speed. */
const SHORTEST_RELEASE_MS = 1_000;

/** What a handler may return instead of nothing. Values, not errors: the job is not broken, the handler decided. */
export type Outcome = RetryAfter | Dead | Release;

export class RetryAfter {
  /** ms */
  readonly delay: number;
  constructor(delay: number) {
    this.delay = delay;
  }
}

export class Dead {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

export class Release {
  /** ms */
  readonly delay: number;
  constructor(delay: number) {
    this.delay = delay;
  }
}

/** This attempt failed; the next one comes after `delay` instead of the backoff. The last attempt makes the job dead all the same. */
export function retryAfter(delay: Duration): RetryAfter {
  return new RetryAfter(delayMs("retryAfter", delay));
}

/** No further attempt makes sense: the job is dead, with this reason. */
export function dead(reason: string): Dead {
  if (typeof reason !== "string") throw new TypeError("dead takes a text: the reason, for whoever reads error_message");
  return new Dead(reason);
}

/**
 * Not now: the job comes back after `delay` (1 s at least) as if this attempt had not been. It never dies of that, so it is
 * for what will pass without the job's doing, such as a rate limit.
 */
export function release(delay: Duration = SHORTEST_RELEASE_MS): Release {
  return new Release(Math.max(SHORTEST_RELEASE_MS, delayMs("release", delay)));
}

function delayMs(name: string, delay: Duration): number {
  const ms = durationMs(delay);
  if (ms > LONGEST_MS) throw new RangeError(`${name} takes at most 365d, not ${String(delay)}`);
  return ms;
}

import { type Duration, durationMs } from "../time/duration.js";

/** A year. */
const LONGEST_MS = 365 * 86_400_000;

/** What a handler may return instead of nothing. Values, not errors: the job is not broken, the handler decided. */
export type Outcome = RetryAfter | Dead;

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

/** This attempt failed; the next one comes after `delay` instead of the backoff. The last attempt makes the job dead all the same. */
export function retryAfter(delay: Duration): RetryAfter {
  if (durationMs(delay) > LONGEST_MS) throw new RangeError(`retryAfter takes at most 365d, not ${String(delay)}`);
  return new RetryAfter(durationMs(delay));
}

/** No further attempt makes sense: the job is dead, with this reason. */
export function dead(reason: string): Dead {
  if (typeof reason !== "string") throw new TypeError("dead takes a text: the reason, for whoever reads error_message");
  return new Dead(reason);
}

import { Dead, type Outcome, Release, RetryAfter } from "../outcome.js";
import type { WireOutcome } from "./messages.js";

/** Whatever else a handler returns means that the job is done. */
export function toWire(outcome: unknown): WireOutcome | undefined {
  if (outcome instanceof RetryAfter) return { type: "retryAfter", delay: outcome.delay };
  if (outcome instanceof Release) return { type: "release", delay: outcome.delay };
  if (outcome instanceof Dead) return { type: "dead", reason: outcome.reason };
  return undefined;
}

export function fromWire(outcome: WireOutcome | undefined): Outcome | undefined {
  if (outcome === undefined) return undefined;
  if (outcome.type === "dead") return new Dead(outcome.reason);
  return outcome.type === "release" ? new Release(outcome.delay) : new RetryAfter(outcome.delay);
}

import type { Claimed } from "./claimed.js";
import type { Events } from "./events.js";
import type { Consumer } from "./source.js";
import type { Verb } from "./write-back.js";

/** Tells of outcomes that are in the database now. */
export function tellWritten<Job>(
  events: Events,
  { queue, attempts }: Consumer<Job>,
  verb: Verb,
  items: readonly Claimed<Job>[],
): void {
  if (verb === "complete") {
    events.emit("completed", { queue, count: items.length });
    return;
  }
  if (verb === "releaseStarted") {
    for (const { failure } of items) events.emit("released", { queue, count: 1, delay: failure!.delay });
    return;
  }
  for (const { id, attempt, failure } of items) {
    const { error, delay, thrown } = failure!;
    const last = verb === "dead" || (attempts !== 0 && attempt >= attempts);
    if (last) events.emit("jobDead", { queue, id, attempt, error, thrown });
    else events.emit("retried", { queue, id, attempt, error, delay, thrown });
  }
}

import type { Duration } from "../../time/duration.js";
import type { Size } from "./size.js";

/** After what this process has had its time: it finishes what runs, gives back the rest and ends with reason "recycle". */
export interface RecycleLimits {
  /** Memory of this process (resident set), without its children. Looked at once a second. */
  readonly maxRss?: Size;
  /** Attempts, of all queues. What runs when they are reached is finished, so it may be some more. */
  readonly maxJobs?: number;
  /** Up to a tenth earlier, so that processes that were started together do not all go together. */
  readonly maxAge?: Duration;
  /** Handlers that go on long after their time-out and keep a slot each. */
  readonly maxHanging?: number;
}

export type RecycleReason = keyof RecycleLimits;

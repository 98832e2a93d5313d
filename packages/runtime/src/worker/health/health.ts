import type { Duration } from "../../time/duration.js";

/** From when on a worker counts as unhealthy. */
export interface HealthLimits {
  /** Without an answer from the database, or with a claim loop that does not turn. Default 30s. */
  readonly silence?: Duration;
  /** Hold-up of the event loop. Default 5s. */
  readonly lag?: Duration;
}

/** Why a worker is not healthy. */
export interface HealthProblem {
  /**
   * `database`: there is no connection that answers; a restart helps only where the address is wrong. `eventLoop`: a handler
   * keeps the process busy. `stuck`: connected, and the claim loop of a queue does not turn.
   */
  readonly kind: "database" | "eventLoop" | "stuck";
  /** For people. */
  readonly message: string;
}

/** What a worker knows of itself at this moment. Asking costs no statement. */
export interface Health {
  /** No problem. An empty or paused queue is none. */
  readonly healthy: boolean;
  readonly problems: readonly HealthProblem[];
  readonly state: WorkerState;
  /** A connection for claims and outcomes is open. */
  readonly connected: boolean;
  /** ms since the database last answered a claim loop that runs; null where none has run yet. */
  readonly lastPoll: number | null;
  /** The longest hold-up of the event loop in the last 5 to 10 s, in ms. */
  readonly eventLoopLag: number;
  /** Jobs claimed and not given up, of all queues, those that wait for a handler included. */
  readonly claims: number;
  /** Handlers that run. */
  readonly running: number;
  /** The handler that has run for the longest time. */
  readonly oldestHandler: OldestHandler | null;
  readonly queues: readonly QueueHealth[];
}

/** `new` before `run`, `connecting` until the tables were seen, `stopping` once claiming has stopped. */
export type WorkerState = "new" | "connecting" | "running" | "stopping" | "stopped";

export interface OldestHandler {
  readonly queue: string;
  readonly id: string;
  /** Since it began. */
  readonly ms: number;
}

export interface QueueHealth {
  readonly queue: string;
  /** Consumed by this process now: not between windows, not where another node holds the queue. */
  readonly consuming: boolean;
  readonly paused: boolean;
  /** ms since the database last answered its claim loop, or its look for the lease row; null where there is none. */
  readonly lastPoll: number | null;
  readonly claims: number;
  readonly running: number;
  readonly oldestHandler: OldestHandler | null;
}

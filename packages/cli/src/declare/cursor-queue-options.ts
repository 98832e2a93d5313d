import type { Duration } from "./duration.js";

/** Options of mode cursor. Printed from its option table: change that, then run mode-options.test.ts with -u. */
export interface CursorQueueOptions {
  /** What is walked over and how fast. */
  readonly walk?: WalkOptions;
  /** How ranges are taken and for how long they are owned. */
  readonly claim?: ClaimOptions;
  /** What becomes of a failed attempt. */
  readonly retry?: RetryOptions;
  /** How the worker runs this queue. */
  readonly worker?: WorkerOptions;
}

/** What is walked over and how fast. */
export interface WalkOptions {
  /** Columns of the primary key of the table, in its order. At most 3, each of up to 64 characters. Default: ["id"]. */
  readonly key?: readonly string[];
  /** SQL of a condition on the rows that handlers get. Up to 2000 characters. null: all rows. Default: null. */
  readonly where?: string | null;
  /** Most rows that a handler gets at once. From 1 to 10000. Default: 500. */
  readonly batch?: number;
  /** How long a handler should take for one batch: batches get smaller until it does, and larger again up to `batch`. From 10ms to 1h. null: as long as it likes. Default: null. */
  readonly batchTime?: Duration | null;
  /** Most rows a second, of all processes together. From 1 to 10000000. null: no limit. Default: null. */
  readonly throttle?: number | null;
  /** Name of the table that the ranges and their cursors are kept in. Up to 64 characters. null: `<name>_range`. Default: null. */
  readonly rangeTable?: string | null;
}

/** How ranges are taken and for how long they are owned. */
export interface ClaimOptions {
  /** How long a claim stays valid without a heartbeat. After that the reclaimer gives the row to another worker. From 5s to 1d. Default: 30s. */
  readonly lease?: Duration;
  /** How often a worker renews the claims it holds. From 1s to 8h. Default: lease / 3. */
  readonly heartbeat?: Duration;
}

/** What becomes of a failed attempt. */
export interface RetryOptions {
  /** Attempts before a job is dead, the first one included. 0: no limit. From 0 to 65534. Default: 5. */
  readonly attempts?: number;
  /** The wait between two attempts, { first: "10s" } where it is left out. */
  readonly backoff?: ExponentialBackoff | ListBackoff | FixedBackoff;
}

/** Grows with every attempt, up to a cap. */
export interface ExponentialBackoff {
  /** Wait after the first failed attempt. From 0s to 365d. */
  readonly first: Duration;
  /** Each wait is this many times the one before. From 1 to 100. Default: 2. */
  readonly factor?: number;
  /** No wait is longer than this. From 0s to 365d. Default: 1h, or first where that is longer. */
  readonly max?: Duration;
  /** Part of each delay that is random, so that jobs that failed together do not come back together. From 0 to 1. Default: 0.1. */
  readonly jitter?: number;
}

/** One wait for each attempt; the last one repeats. */
export interface ListBackoff {
  /** Waits in order, the last one repeats. From 0s to 365d. */
  readonly delays: readonly Duration[];
  /** Part of each delay that is random, so that jobs that failed together do not come back together. From 0 to 1. Default: 0.1. */
  readonly jitter?: number;
}

/** The same wait every time. */
export interface FixedBackoff {
  /** Wait after each failed attempt. From 0s to 365d. */
  readonly delay: Duration;
  /** Part of each delay that is random, so that jobs that failed together do not come back together. From 0 to 1. Default: 0.1. */
  readonly jitter?: number;
}

/** How the worker runs this queue. */
export interface WorkerOptions {
  /** "loop" consumes until it is stopped; "window" consumes for maxRunTime, started anew every frequency by cron or a timer. Default: "loop". */
  readonly style?: "loop" | "window";
  /** Handlers running at once in one worker process. From 1 to 10000. Default: 10. */
  readonly concurrency?: number;
  /** The cap: what `queuegen concurrency` can raise the handlers of one process to, while it runs. From 1 to 10000. Default: 10 x concurrency, at most 10000. */
  readonly maxConcurrency?: number;
  /** Share of this queue where a process runs several with totalConcurrency and all of them have work. From 1 to 1000. Default: 1. */
  readonly weight?: number;
  /** Time from one start to the next, in style "window". From 1s to 30d. Default: 1m in style "window". */
  readonly frequency?: Duration;
  /** How long one run takes jobs, in style "window"; at most half of frequency. From 100ms to 15d. Default: frequency / 2 in style "window". */
  readonly maxRunTime?: Duration;
  /** Which nodes run the consumer: "all", "auto" (one, by a lease row), "main" (the node with QUEUEGEN_MAIN=1). Default: "all". */
  readonly runType?: "all" | "auto" | "main";
  /** Which nodes take back what lost workers hold, and purge: "auto" (one, by a lease row; others what it leaves lying), "all", "main" (the node with QUEUEGEN_MAIN=1). Default: "auto". */
  readonly maintenance?: "auto" | "all" | "main";
}

import type { Duration } from "./duration.js";

/** Options of mode claim. Printed from its option table: change that, then run mode-options.test.ts with -u. */
export interface ClaimQueueOptions {
  /** How rows are taken and for how long they are owned. */
  readonly claim?: ClaimOptions;
  /** What becomes of a failed attempt. */
  readonly retry?: RetryOptions;
  /** Adds the unique column dedupe_key: a job enqueued with a key that another row has is reported as a duplicate. A job that is done frees its key; a dead one keeps it until its row is purged or its key is set to NULL. Default: false. */
  readonly dedupe?: boolean;
  /** Adds the column uid, written at enqueue, and the table queuegen_once: ctx.once(key, fn) of the handler runs fn once for a key, however many attempts there are. Default: false. */
  readonly once?: boolean;
  /** What becomes of finished rows. */
  readonly retention?: RetentionOptions;
  /** How the worker runs this queue. */
  readonly worker?: WorkerOptions;
}

/** How rows are taken and for how long they are owned. */
export interface ClaimOptions {
  /** Rows claimed at once. "adaptive": up to 1000 for short jobs, down to what can start soon for long ones. From 1 to 1000. Default: "adaptive". */
  readonly batch?: number | "adaptive";
  /** How long a claim stays valid without a heartbeat. After that the reclaimer gives the row to another worker. From 5s to 1d. Default: 30s. */
  readonly lease?: Duration;
  /** How often a worker renews the claims it holds. From 1s to 8h. Default: lease / 3. */
  readonly heartbeat?: Duration;
  /** Claim with SELECT ... FOR UPDATE SKIP LOCKED (MySQL 8.0.1, MariaDB 10.6): strict order at the head of the queue, slower with four or more claimers. Default: false. */
  readonly skipLocked?: boolean;
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

/** What becomes of finished rows. */
export interface RetentionOptions {
  /** "keep" marks a job done and leaves the row to the purge; "delete" removes the row at once. Default: "keep". */
  readonly onSuccess?: "keep" | "delete";
  /** How long rows that are done stay before the purge deletes them. From 1m to 3650d. null: for ever. Default: 7d. */
  readonly done?: Duration | null;
  /** How long dead rows stay before the purge deletes them. From 1m to 3650d. null: for ever. Default: null. */
  readonly dead?: Duration | null;
  /** How long the log of ctx.once remembers a key. A job that is tried again later runs its fn again. From 1d to 3650d. null: for ever. Default: 30d. */
  readonly once?: Duration | null;
  /** How long rows of the run log stay. From 1m to 3650d. null: for ever. Default: 7d. */
  readonly runLog?: Duration | null;
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
  /** Keeps a row in the table queuegen_run_log for each round, with its duration, counts and last error: a round is a window in style "window", else a minute in which something happened. Default: false. */
  readonly runLog?: boolean;
  /** How long one attempt may take. After that ctx.signal fires and the attempt has failed; it may be longer than the lease. From 100ms to 7d. null: no limit. Default: null. */
  readonly timeout?: Duration | null;
  /** "process" runs the handlers in child processes: one that never ends is killed at the timeout, one that crashes costs its job an attempt and nothing else. Default: "none". */
  readonly isolation?: "none" | "process";
  /** Memory of each child process, with isolation "process". One that takes more is killed and replaced. From 80 to 1048576. null: no limit. Default: null. */
  readonly maxMemoryMb?: number | null;
}

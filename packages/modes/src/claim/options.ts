import type { ClaimOptions, OptionTable } from "@queuegen/model";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Delays are added to an epoch in ms inside MySQL; a year keeps every sum far from the end of its range. */
const delayLimits = {
  min: 0,
  max: 365 * DAY,
  why: "a job that waits for more than a year is a record, not a job",
} as const;

const jitter = {
  type: "number",
  doc: "Part of each delay that is random, so that jobs that failed together do not come back together.",
  default: { value: 0.1 },
  limits: { min: 0, max: 1, why: "it is a part of the delay: 0 none, 1 all of it" },
} as const;

/** What `defineQueue` takes in mode claim beside the table itself. The order counts: a derived default sees what stands before it. */
export const claimOptions: OptionTable<ClaimOptions> = {
  claim: {
    type: "group",
    doc: "How rows are taken and for how long they are owned.",
    options: {
      batch: {
        type: "integer",
        doc: 'Rows claimed at once. "adaptive": up to 1000 for short jobs, down to what can start soon for long ones.',
        default: { value: "adaptive" },
        limits: {
          min: 1,
          max: 1_000,
          why: "a claim takes a row or more",
          whyMax: "beyond 1000 rows one statement holds its locks too long and gains nothing",
        },
        words: ["adaptive"],
      },
      lease: {
        type: "duration",
        doc: "How long a claim stays valid without a heartbeat. After that the reclaimer gives the row to another worker.",
        default: { value: 30 * SECOND },
        limits: {
          min: 5 * SECOND,
          max: 24 * HOUR,
          why: "claim_time counts whole seconds, and a worker that is only slow must not lose its rows",
          whyMax: "the jobs of a dead worker lie that long",
          code: "reclaim-threshold",
        },
      },
      heartbeat: {
        type: "duration",
        doc: "How often a worker renews the claims it holds.",
        default: { text: "lease / 3", from: ({ lease }) => Math.floor(lease / 3) },
        limits: { min: SECOND, max: 8 * HOUR, why: "claim_time counts whole seconds" },
      },
      skipLocked: {
        type: "boolean",
        doc: "Claim with SELECT ... FOR UPDATE SKIP LOCKED (MySQL 8.0.1, MariaDB 10.6): strict order at the head of the queue, slower with four or more claimers.",
        default: { value: false },
      },
    },
  },
  retry: {
    type: "group",
    doc: "What becomes of a failed attempt.",
    options: {
      attempts: {
        type: "integer",
        doc: "Attempts before a job is dead, the first one included. 0: no limit.",
        default: { value: 5 },
        limits: { min: 0, max: 65_534, why: "attempts are counted in a smallint that saturates at 65535" },
      },
      backoff: {
        type: "variants",
        doc: 'The wait between two attempts, { first: "10s" } where it is left out.',
        default: { value: { kind: "exponential", first: 10 * SECOND, factor: 2, max: HOUR, jitter: 0.1 } },
        variants: {
          exponential: {
            doc: "Grows with every attempt, up to a cap.",
            mark: "first",
            options: {
              first: {
                type: "duration",
                doc: "Wait after the first failed attempt.",
                default: { required: true },
                limits: delayLimits,
              },
              factor: {
                type: "number",
                doc: "Each wait is this many times the one before.",
                default: { value: 2 },
                limits: { min: 1, max: 100, why: "below 1 the waits would shrink" },
              },
              max: {
                type: "duration",
                doc: "No wait is longer than this.",
                default: { text: "1h, or first where that is longer", from: ({ first }) => Math.max(HOUR, first) },
                limits: delayLimits,
              },
              jitter,
            },
          },
          list: {
            doc: "One wait for each attempt; the last one repeats.",
            mark: "delays",
            options: {
              delays: {
                type: "list",
                item: "duration",
                doc: "Waits in order, the last one repeats.",
                default: { required: true },
                maxItems: 100,
                limits: delayLimits,
              },
              jitter,
            },
          },
          fixed: {
            doc: "The same wait every time.",
            mark: "delay",
            options: {
              delay: {
                type: "duration",
                doc: "Wait after each failed attempt.",
                default: { required: true },
                limits: delayLimits,
              },
              jitter,
            },
          },
        },
      },
    },
  },
  dedupe: {
    type: "boolean",
    doc: "Adds the unique column dedupe_key: a job enqueued with a key that another row has is reported as a duplicate. A job that is done frees its key; a dead one keeps it until its row is purged or its key is set to NULL.",
    default: { value: false },
  },
  once: {
    type: "boolean",
    doc: "Adds the column uid, written at enqueue, and the table queuegen_once: ctx.once(key, fn) of the handler runs fn once for a key, however many attempts there are.",
    default: { value: false },
  },
  retention: {
    type: "group",
    doc: "What becomes of finished rows.",
    options: {
      onSuccess: {
        type: "word",
        doc: '"keep" marks a job done and leaves the row to the purge; "delete" removes the row at once.',
        default: { value: "keep" },
        words: ["keep", "delete"],
      },
      done: {
        type: "duration",
        doc: "How long rows that are done stay before the purge deletes them.",
        default: { value: 7 * DAY },
        limits: {
          min: MINUTE,
          max: 3_650 * DAY,
          why: "a worker whose answer was lost still asks for its row shortly after",
        },
        nullMeans: "for ever",
      },
      dead: {
        type: "duration",
        doc: "How long dead rows stay before the purge deletes them.",
        default: { value: null },
        limits: { min: MINUTE, max: 3_650 * DAY, why: "somebody should have the time to look at them" },
        nullMeans: "for ever",
      },
      once: {
        type: "duration",
        doc: "How long the log of ctx.once remembers a key. A job that is tried again later runs its fn again.",
        default: { value: 30 * DAY },
        limits: { min: DAY, max: 3_650 * DAY, why: "a job must not outlive the memory of what it did" },
        nullMeans: "for ever",
      },
      runLog: {
        type: "duration",
        doc: "How long rows of the run log stay.",
        default: { value: 7 * DAY },
        limits: { min: MINUTE, max: 3_650 * DAY, why: "somebody should have the time to look at them" },
        nullMeans: "for ever",
      },
    },
  },
  worker: {
    type: "group",
    doc: "How the worker runs this queue.",
    options: {
      style: {
        type: "word",
        doc: '"loop" consumes until it is stopped; "window" consumes for maxRunTime, started anew every frequency by cron or a timer.',
        default: { value: "loop" },
        words: ["loop", "window"],
      },
      concurrency: {
        type: "integer",
        doc: "Handlers running at once in one worker process.",
        default: { value: 10 },
        limits: { min: 1, max: 10_000, why: "each running handler holds a job and its memory" },
      },
      maxConcurrency: {
        type: "integer",
        doc: "The cap: what `queuegen concurrency` can raise the handlers of one process to, while it runs.",
        default: {
          text: "10 x concurrency, at most 10000",
          from: ({ concurrency }) => Math.min(10_000, 10 * concurrency),
        },
        limits: { min: 1, max: 10_000, why: "each running handler holds a job and its memory" },
      },
      weight: {
        type: "integer",
        doc: "Share of this queue where a process runs several with totalConcurrency and all of them have work.",
        default: { value: 1 },
        limits: { min: 1, max: 1_000, why: "a queue without a share would never run" },
      },
      frequency: {
        type: "duration",
        doc: 'Time from one start to the next, in style "window".',
        default: { text: '1m in style "window"', from: ({ style }) => (style === "window" ? MINUTE : null) },
        limits: { min: SECOND, max: 30 * DAY, why: "it is the rhythm of a timer" },
      },
      maxRunTime: {
        type: "duration",
        doc: 'How long one run takes jobs, in style "window"; at most half of frequency.',
        default: {
          text: 'frequency / 2 in style "window"',
          from: ({ style, frequency }) => (style === "window" && frequency !== null ? Math.floor(frequency / 2) : null),
        },
        limits: { min: 100, max: 15 * DAY, why: "it is the length of one run" },
      },
      runType: {
        type: "word",
        doc: 'Which nodes run the consumer: "all", "auto" (one, by a lease row), "main" (the node with QUEUEGEN_MAIN=1).',
        default: { value: "all" },
        words: ["all", "auto", "main"],
      },
      maintenance: {
        type: "word",
        doc: 'Which nodes take back what lost workers hold, and purge: "auto" (one, by a lease row; others what it leaves lying), "all", "main" (the node with QUEUEGEN_MAIN=1).',
        default: { value: "auto" },
        words: ["auto", "all", "main"],
      },
      runLog: {
        type: "boolean",
        doc: 'Keeps a row in the table queuegen_run_log for each round, with its duration, counts and last error: a round is a window in style "window", else a minute in which something happened.',
        default: { value: false },
      },
      timeout: {
        type: "duration",
        doc: "How long one attempt may take. After that ctx.signal fires and the attempt has failed; it may be longer than the lease.",
        default: { value: null },
        limits: { min: 100, max: 7 * DAY, why: "it is the length of one attempt" },
        nullMeans: "no limit",
      },
      isolation: {
        type: "word",
        doc: '"process" runs the handlers in child processes: one that never ends is killed at the timeout, one that crashes costs its job an attempt and nothing else.',
        default: { value: "none" },
        words: ["none", "process"],
      },
      maxMemoryMb: {
        type: "integer",
        doc: 'Memory of each child process, with isolation "process". One that takes more is killed and replaced.',
        default: { value: null },
        limits: {
          min: 80,
          max: 1_048_576,
          why: "a Node process without any job takes about 65 MB",
          whyMax: "no machine has more",
        },
        nullMeans: "no limit",
      },
    },
  },
};

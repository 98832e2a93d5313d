/**
 * The statements of one queue, complete, as generated code prints them. `:name` is filled in by the runtime; lists expand.
 * Candidates and `claimed` give `job_id`, `job_attempts`, then the payload columns in the order of the consumer's `columns`.
 */
export interface ClaimStatements {
  /** Pending rows with id > `:floor`, at most `:limit`, by id. */
  readonly fresh: string;
  /** Waiting rows that are due, at most `:limit`, by due time. */
  readonly due: string;
  /** (kind, note): 'fresh' or 'due' with an id, for whatever there is to take. */
  readonly poll: string;
  /** A row for each job in work, at most `:limit`: for the limit of all processes. */
  readonly inWork: string;
  /** `:ids`, `:seen` (most attempts that the row may have had), `:token`, `:worker`. */
  readonly claim: string;
  readonly claimDue: string;
  /** The rows of `:ids` that `:token` owns. */
  readonly claimed: string;
  /** The rest: `:ids`, `:tokens`. */
  readonly start: string;
  /** Also `:running`: the ids whose handler runs. */
  readonly heartbeat: string;
  readonly complete: string;
  /** Also `:delays` and `:errors`, parallel to `:ids`. */
  readonly retry: string;
  /** Also `:errors`. */
  readonly dead: string;
  /** Also `:delays`. */
  readonly releaseStarted: string;
  readonly release: string;
  /** id, status, token of `:ids`. */
  readonly verdict: string;
}

export interface ReclaimStatements {
  /** id, token, claim time, "is ahead of the clock" of expired claims with id > `:after`, at most `:limit`, by id. */
  readonly expired: string;
  readonly reclaim: string;
  /** For claim times ahead of the clock, with the exact value `:seen`. */
  readonly reclaimAhead: string;
  /** id, finish time, now of rows in `:status` with id > `:after`. */
  readonly finished: string;
  /** Deletes `:ids` in `:status` that were finished more than `:keep` ms ago. */
  readonly purge: string;
}

/** Values of the status column. */
export const STATUS = { pending: 0, processing: 1, done: 2, dead: 3, waiting: 5 } as const;

/** Something that must not happen, with the job it happened to. */
export interface Violation {
  /** Kebab word: `forbidden-transition`, `completed-twice`, `stuck`, ... */
  readonly rule: string;
  readonly job: string;
  readonly message: string;
}

/** What the queue was declared with, as the rules need it. */
export interface QueueFacts {
  readonly leaseMs: number;
  readonly heartbeatMs: number;
  /** 0 = no limit. */
  readonly attempts: number;
}

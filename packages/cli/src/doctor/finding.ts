/** One thing that doctor noticed. */
export interface Finding {
  /** Stable kebab words; each stands in docs/how-to/doctor.md. */
  readonly check: string;
  /** error: jobs are lost, stuck or refused. warning: will hurt one day. info: good to know. */
  readonly severity: "error" | "warning" | "info";
  /** What is so, in one sentence that names the thing. */
  readonly what: string;
  /** What it does to a queue. */
  readonly why: string;
  /** What to do about it; lines. */
  readonly todo: readonly string[];
}

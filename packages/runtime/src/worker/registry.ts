import type { Consumer, Reclaimer } from "./source.js";

/** How one queue is run: what the generated registry says about it. Durations in ms. */
export interface Registration<Job> {
  readonly name: string;
  readonly consumer: Consumer<Job>;
  readonly reclaimer: Reclaimer;
  /** "loop" consumes until stopped; "window" for `maxRunTime` every `frequency`. */
  readonly style: "loop" | "window";
  readonly frequency: number | null;
  readonly concurrency: number;
  /** What an operator can raise the concurrency of one process to. */
  readonly maxConcurrency: number;
  /** Share of the places, where a process runs several queues with `totalConcurrency`. */
  readonly weight: number;
  readonly maxRunTime: number | null;
  /** Where it is consumed: on every node, on the node marked QUEUEGEN_MAIN=1, or on one that holds the lease row. */
  readonly runType: "all" | "main" | "auto";
  /** The same for taking back what lost workers hold, and for purging. With "auto" others take what the holder leaves lying. */
  readonly maintenance: "all" | "main" | "auto";
  /** Keeps one row a round in the table `<prefix>run_log`. */
  readonly runLog?: boolean;
  /** How long one attempt may take. */
  readonly timeout: number | null;
  /** "process": handlers run in child processes, `maxMemoryMb` each. */
  readonly isolation: "none" | "process";
  readonly maxMemoryMb: number | null;
}

export type Registrations = Readonly<Record<string, Registration<unknown>>>;

/** Every queue of a project. */
export interface Registry<Queues extends Registrations> {
  readonly format: number;
  /** Of the support tables: `<prefix>control`, `<prefix>lease`. */
  readonly tablePrefix: string;
  readonly queues: Queues;
}

export type JobOf<R> = R extends Registration<infer Job> ? Job : never;

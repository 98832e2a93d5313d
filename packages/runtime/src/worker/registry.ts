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
  readonly maxRunTime: number | null;
  /** Where it is consumed: on every node, on the node marked QUEUEGEN_MAIN=1, or on one that holds the lease row. */
  readonly runType: "all" | "main" | "auto";
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

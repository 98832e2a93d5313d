import type { Spread } from "./harness/stats.js";
import type { BenchServer } from "./server/bench-server.js";

/** What a number must be to pass. */
export interface Bar {
  readonly side: "at least" | "at most";
  readonly value: number;
}

/** One line of the report. */
export interface Result {
  /** What is compared, in a few words: `batch 200`. */
  readonly name: string;
  /** Of `ours` and `reference`: `jobs/s`, `ms`, `statements/s`. */
  readonly unit: string;
  readonly ours: Spread;
  readonly reference?: Spread;
  /** What the reference is: `hand-written loop, batch 200`. */
  readonly against?: string;
  /** Ours over the reference, round by round. The bar judges its median; without a reference, the median of `ours`. */
  readonly ratio?: Spread;
  readonly bar?: Bar;
  /** CPU that others used meanwhile, in cores; a lot of it makes the line worth less. */
  readonly others?: Spread;
  /** What else was seen: CPU of server and client, statements. */
  readonly note?: string;
}

/** How much to measure. */
export interface Effort {
  readonly rounds: number;
  /** Few rows and rounds, no bars: does it run? */
  readonly quick: boolean;
  /** Replaces the largest table of a measure (5,000,000 rows in P5). */
  readonly rows: number | null;
}

export interface MeasureInput extends Effort {
  readonly server: BenchServer;
  /** Says what is going on, on stderr. */
  readonly log: (line: string) => void;
}

/** One file in `measures/`, one line in `measures/index.ts`. */
export interface Measure {
  /** `p1`; also what the command line is told. */
  readonly id: string;
  readonly title: string;
  run(input: MeasureInput): Promise<readonly Result[]>;
}

/** A measure that needs no database. */
export interface MachineMeasure {
  readonly id: string;
  readonly title: string;
  readonly machine: true;
  run(input: Omit<MeasureInput, "server">): Promise<readonly Result[]>;
}

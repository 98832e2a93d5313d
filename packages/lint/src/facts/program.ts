import type { Source, Span } from "../source.js";
import type { LoopPlace, StatementFact } from "./code.js";

/** A call, as it is written and where. */
export interface Deed {
  /** `process.exit(...)` */
  readonly text: string;
  readonly span: Span;
}

/** Something that may take work: a statement, or an element popped from Redis. */
export interface Take extends Deed {
  readonly fact: StatementFact | undefined;
}

/** A loop that runs statements turn by turn, and is over by no list: `while`, `for (;;)`, or a function that a timer calls again. */
export interface WorkLoop {
  readonly source: Source;
  readonly loop: LoopPlace;
  /** `interval`: `setInterval`. `timer`: a function that calls itself by `setTimeout`. */
  readonly kind: "loop" | "interval" | "timer";
  /** What a turn runs, also in functions of the file. */
  readonly takes: readonly Take[];
  /** What loops inside it run. */
  readonly inner: readonly Take[];
  /** Its head, or something in it, may end it. */
  readonly ends: boolean;
  /** It sleeps, waits for something that may sleep, or ends when there is nothing to do. */
  readonly pauses: boolean;
  /** Pauses of fixed length in turns that have found something. */
  readonly sleeps: readonly (Deed & { readonly inRows: boolean })[];
  /** Of an interval: what it waits for, although the next turn does not wait for this one. */
  readonly overlaps: Deed | undefined;
}

export interface Swallow extends Deed {
  /** Behind the last thing that it does: what it caught, and how the line begins. */
  readonly rethrow: { readonly at: number; readonly name: string; readonly indent: string } | undefined;
}

/** Code that runs once for each job. */
export interface JobCode {
  readonly source: Source;
  /** `handler`: of a worker of queuegen. `library`: of BullMQ and the like. `rows`: what a loop that takes work does with each row. */
  readonly kind: "handler" | "library" | "rows";
  /** What makes it that. */
  readonly head: Span;
  /** Of `rows`: what the loop around it runs. */
  readonly takes: readonly Take[];
  readonly exits: readonly Deed[];
  /** Loops that nothing ends and that never wait. */
  readonly endless: readonly Deed[];
  readonly connections: readonly Deed[];
  /** Promises that nobody waits for; `mayWait` where `await` may be written before the call. */
  readonly floating: readonly (Deed & { readonly mayWait: boolean })[];
  /** Calls that hold up the whole process. */
  readonly blocking: readonly Deed[];
  /** A `catch` that only logs, around all that the job does. */
  readonly swallows: Swallow | undefined;
  readonly runs: readonly StatementFact[];
}

export interface ProgramFacts {
  readonly loops: readonly WorkLoop[];
  readonly jobs: readonly JobCode[];
}

export const NO_PROGRAM: ProgramFacts = { loops: [], jobs: [] };

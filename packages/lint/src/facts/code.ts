import type { Source, Span } from "../source.js";
import type { ProgramFacts } from "./program.js";
import type { RedisFacts } from "./redis.js";
import type { Statement } from "./statement.js";
import type { State } from "./states.js";
import type { TableChange } from "./table-change.js";
import type { UnresolvedCall } from "./unresolved.js";

/** A statement and where it stands. */
export interface StatementFact {
  readonly statement: Statement;
  readonly source: Source;
  /** The statement of the program that holds it; in a `.sql` file the statement itself. */
  readonly outer: Span;
  /** Whether it is SQL text or a chain of calls. */
  readonly form: "sql" | "builder";
  /** The rows it writes are locked: a locking read came before it in its transaction. */
  readonly underLock: boolean;
  /** What becomes of the answer of an UPDATE; `unknown` where the program does not run it in this place. */
  readonly answer: "used" | "ignored" | "unknown";
  /** An UPDATE that runs because something has failed. */
  readonly afterFailure?: true;
}

/** A locking read and what the program does before its transaction ends. */
export interface LockHold {
  readonly read: StatementFact;
  /** Work that is waited for while the lock is held, in the order of the file. */
  readonly work: readonly HeldWork[];
  /** Loops that run while the lock is held and write row by row, or that lock more with every turn. */
  readonly loops: readonly HeldLoop[];
}

export interface HeldWork {
  /** `fetch(...)` */
  readonly text: string;
  readonly span: Span;
  /** `slow`: known to leave the process or to sleep. `unknown`: neither that nor a statement on the transaction. */
  readonly speed: "slow" | "unknown";
  /** The slow call inside the function called, where it is in this file. */
  readonly inside: { readonly text: string; readonly span: Span } | undefined;
}

export interface HeldLoop {
  readonly loop: LoopPlace;
  readonly kind: "writes" | "locks";
  /** The statement that is run again and again. */
  readonly statement: Span;
}

export interface LoopPlace {
  /** `for (const row of rows)` */
  readonly head: Span;
  readonly whole: Span;
}

/** Rows read without a lock, and written back by what was read, in one function. */
export interface ReadThenSave {
  readonly read: StatementFact;
  /** `job.save()`; without text where a statement writes. */
  readonly save: { readonly text: string; readonly span: Span };
  /** What the status becomes, as far as the program tells. */
  readonly becomes: ReadonlySet<State>;
  /** The statement that writes; `undefined` where an entity saves itself. */
  readonly write: Statement | undefined;
  /** The call of the function of the file that writes, where it is another one. */
  readonly via: Span | undefined;
}

/** What one file tells. */
export interface FileFacts {
  readonly source: Source;
  readonly statements: readonly StatementFact[];
  readonly holds: readonly LockHold[];
  readonly saves: readonly ReadThenSave[];
  readonly changes: readonly TableChange[];
  readonly unresolved?: readonly UnresolvedCall[];
  readonly redis: RedisFacts;
  readonly program: ProgramFacts;
}

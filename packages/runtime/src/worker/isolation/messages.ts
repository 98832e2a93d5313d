import type { ErrorReport } from "./error-report.js";

/** What the worker tells a child process. A child has one job at a time; `run` is the number of its run in that child. */
export type ToChild =
  | { readonly kind: "open"; readonly queue: string; readonly file: string; readonly name: string | undefined }
  | { readonly kind: "job"; readonly run: number; readonly job: unknown; readonly attempt: number }
  /** Fires `ctx.signal`. */
  | { readonly kind: "abort"; readonly run: number; readonly error: ErrorReport }
  /** Answer to an `ask`. */
  | { readonly kind: "answer"; readonly ask: number; readonly value?: unknown; readonly error?: ErrorReport }
  | ({ readonly kind: "step"; readonly call: number } & Step);

/** One step of a `ctx.transaction` or `ctx.once`, which runs in the child and is led by the worker. */
export type Step =
  /** Runs the function of the handler without a transaction. */
  | { readonly step: "call" }
  /** Opens it and runs what the handler wants in it. */
  | { readonly step: "begin"; readonly readCommitted: boolean; readonly silence: number }
  /** Sends the statement that goes with the effects, such as the completion of the job: a text with a NUL where each value goes. */
  | { readonly step: "complete"; readonly sql: string; readonly values: readonly (string | Uint8Array)[] }
  | { readonly step: "commit" }
  | { readonly step: "rollback" };

/** What a child process tells the worker. */
export type FromChild =
  /** The handler is loaded. `database`: its module exports one, for `ctx.transaction` and `ctx.once`. */
  | { readonly kind: "ready"; readonly database: boolean }
  /** It cannot be loaded. */
  | { readonly kind: "refused"; readonly problem: string }
  | { readonly kind: "ended"; readonly run: number; readonly outcome: WireOutcome | undefined }
  | { readonly kind: "failed"; readonly run: number; readonly error: ErrorReport }
  | ({ readonly kind: "ask"; readonly run: number; readonly ask: number } & Ask)
  /** A step is done. */
  | ({ readonly kind: "did"; readonly call: number } & Did)
  | {
      readonly kind: "log";
      readonly run: number;
      readonly level: "debug" | "info" | "warn" | "error";
      readonly fields: object;
      readonly message: string;
    }
  /** Something reached the process and not its handler; it ends now. */
  | { readonly kind: "stray"; readonly error: ErrorReport };

/** `call` names the function that the handler gave. */
export type Ask =
  | { readonly what: "heartbeat" }
  | { readonly what: "transaction"; readonly call: number }
  | { readonly what: "once"; readonly call: number; readonly key: unknown; readonly transactional: boolean };

export interface Did {
  /** Rows that the statement touched. */
  readonly affected: number;
  /** What the function gave, where the worker keeps it. */
  readonly value?: unknown;
  readonly error?: ErrorReport;
}

/** What a handler returned, as data. */
export type WireOutcome =
  | { readonly type: "retryAfter"; readonly delay: number }
  | { readonly type: "release"; readonly delay: number }
  | { readonly type: "dead"; readonly reason: string };

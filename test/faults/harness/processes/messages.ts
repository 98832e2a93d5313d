/** What a worker process tells the test. Whatever must survive its death is in the ledger and the transition log instead. */
export type FromWorker =
  | { readonly kind: "ready" }
  /** The handler of a job began, came to its end, or ended with an error. */
  | { readonly kind: "begin" | "end"; readonly job: string; readonly attempt: number }
  | { readonly kind: "error"; readonly job: string; readonly attempt: number; readonly error: ErrorReport }
  /** An event of the worker that the test cares for: `claimLost`, `error`, ... */
  | { readonly kind: "event"; readonly event: string; readonly job?: string; readonly error?: ErrorReport }
  /** Something that reached the process and not its handler: an unhandled rejection, an uncaught exception. */
  | { readonly kind: "stray"; readonly error: ErrorReport }
  /** Answer to `ask`. */
  | { readonly kind: "answer"; readonly job: string; readonly error?: ErrorReport };

/** What the test tells a worker process. */
export type ToWorker =
  /** Lets the handler of a job that waits go on. */
  | { readonly kind: "open"; readonly job: string }
  /** Stops the event loop for `ms`. */
  | { readonly kind: "block"; readonly ms: number }
  /** Calls `ctx.heartbeat()` of a job that waits, and answers how that went. */
  | { readonly kind: "ask"; readonly job: string };

export interface ErrorReport {
  readonly name: string;
  readonly message: string;
  readonly errno?: number;
}

export type Release = "generated" | "next";

/** What a worker process gets in `QUEUEGEN_FAULT_PROCESS`. */
export interface WorkerSettings {
  /** Name of the process: its sessions, the ledger and the log carry it. */
  readonly name: string;
  readonly url: string;
  readonly queue: "fault" | "brittle" | "isolated";
  readonly connections: number;
  /** Folder of the generated code: of this release or of the next one. */
  readonly release: Release;
  /** Which node it says to be. */
  readonly node: string;
  /** Flags for `runWorker`. */
  readonly argv: readonly string[];
}

/** What a producer process tells the test. */
export type FromProducer =
  | { readonly kind: "ready" }
  /** Jobs that are committed for certain, and how many there will be. */
  | { readonly kind: "committed"; readonly ids: readonly string[] }
  /** Jobs whose transaction was rolled back: nobody may ever see them. */
  | { readonly kind: "rolledBack"; readonly ids: readonly string[] }
  /** Inserted in a transaction that stays open until the process dies. */
  | { readonly kind: "open"; readonly ids: readonly string[] }
  | { readonly kind: "done"; readonly unknown: number }
  | { readonly kind: "stray"; readonly error: ErrorReport };

/** What a producer process gets in `QUEUEGEN_FAULT_PROCESS`. */
export interface ProducerSettings {
  readonly name: string;
  readonly url: string;
  readonly release: Release;
  readonly jobs: number;
  readonly seed: number;
  /** `stream`: jobs in transactions and by the pool, some delayed, some rolled back. `hang`: one transaction left open. */
  readonly act: "stream" | "hang";
}

import type { Session } from "../session/session.js";
import { compile, type Statement } from "../sql/statement.js";

/** The rows are read again when they are older than this; a worker follows within two seconds. */
const MAX_AGE_MS = 1_000;
/** While a queue is paused it costs nothing else: this makes the difference between 1.3 and 0.9 statements a second. */
const MAX_AGE_PAUSED_MS = 1_600;

export interface ControlOptions {
  readonly queue: string;
  /** Of the control table, without quotes. */
  readonly table: string;
  /** What an operator can raise the concurrency of this process to. */
  readonly cap: number;
  /** Reads the rows of all queues of the process. */
  readonly refresh: (session: Session) => Promise<void>;
}

/** What the operator wants of one queue: pause, concurrency, restart. Read from `queuegen_control`; no row = nothing special. */
export class Control {
  readonly queue: string;
  /** The same as a branch for the idle poll, so that an idle worker sends one statement and not two. */
  readonly pollBranch: string;
  /** Reads the row and locks it: whoever claims under a limit of all processes comes after whoever did before. */
  readonly lockedNote: string;
  readonly #options: ControlOptions;
  paused = false;
  /** Replaces the configured concurrency. */
  concurrency: number | null = null;
  /** Most jobs in work in all processes together. */
  globalConcurrency: number | null = null;
  restartRequested = false;
  #restartAt: string | undefined;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(options: ControlOptions) {
    const from = `FROM \`${options.table}\` WHERE queue = :queue`;
    this.queue = options.queue;
    this.pollBranch = `(SELECT 'control' AS kind, ${NOTE} AS note ${from})`;
    this.lockedNote = `SELECT ${NOTE} AS note ${from} FOR UPDATE`;
    this.#options = options;
  }

  /** ms until the row counts as old. */
  age(now: number): number {
    return this.#readAt + (this.paused ? MAX_AGE_PAUSED_MS : MAX_AGE_MS) - now;
  }

  async refreshIfOld(session: Session): Promise<void> {
    if (this.age(performance.now()) <= 0) await this.#options.refresh(session);
  }

  /** `paused:concurrency:global_concurrency:restart_at`, or no row. */
  apply(note: string | undefined): void {
    const [paused = "0", concurrency = "", all = "", restartAt = ""] = note?.split(":") ?? [];
    this.#readAt = performance.now();
    this.paused = paused !== "0";
    this.concurrency = concurrency === "" ? null : Math.min(this.#options.cap, Math.max(1, Number(concurrency)));
    this.globalConcurrency = all === "" ? null : Number(all);
    // The mark that stands when the worker starts was for its predecessors.
    this.#restartAt ??= restartAt;
    this.restartRequested ||= restartAt !== "" && restartAt !== this.#restartAt;
  }
}

/** The control rows of the queues of one process: one statement reads them all. */
export class ControlBoard {
  readonly #table: string;
  readonly #controls: readonly Control[];
  readonly #statement: Statement;
  #reading: Promise<void> | undefined;

  /** @param caps of each queue, by its name */
  constructor(table: string, caps: ReadonlyMap<string, number>) {
    this.#table = table;
    this.#statement = compile(`SELECT queue, ${NOTE} AS note FROM \`${table}\` WHERE queue IN (:queues)`);
    const refresh = (session: Session): Promise<void> => {
      this.#reading ??= this.#read(session).finally(() => {
        this.#reading = undefined;
      });
      return this.#reading;
    };
    this.#controls = [...caps].map(([queue, cap]) => new Control({ queue, table: this.#table, cap, refresh }));
  }

  of(queue: string): Control {
    return this.#controls.find((control) => control.queue === queue)!;
  }

  async #read(session: Session): Promise<void> {
    const link = await session.link();
    const rows = await link.read(this.#statement, { queues: this.#controls.map(({ queue }) => queue) });
    const notes = new Map(rows.map(([queue, note]) => [String(queue), String(note)]));
    for (const control of this.#controls) control.apply(notes.get(control.queue));
  }
}

const NOTE =
  "CONCAT_WS(':', paused, COALESCE(concurrency, ''), COALESCE(global_concurrency, ''), COALESCE(restart_at, ''))";

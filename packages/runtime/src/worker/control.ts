import type { Session } from "../session/session.js";
import { compile, type Statement } from "../sql/statement.js";

/** The row is read again when it is older than this; a worker follows within two of it. */
const MAX_AGE_MS = 1_000;
const MOST_CONCURRENCY = 10_000;

/** What the operator wants of one queue: pause, concurrency, restart. Read from `queuegen_control`; no row = nothing special. */
export class Control {
  readonly queue: string;
  /** The same as a branch for the idle poll, so that an idle worker sends one statement and not two. */
  readonly pollBranch: string;
  readonly #statement: Statement;
  paused = false;
  /** Replaces the configured concurrency. */
  concurrency: number | null = null;
  restartRequested = false;
  #restartAt: string | undefined;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(queue: string, table: string) {
    const note = "CONCAT_WS(':', paused, COALESCE(concurrency, ''), COALESCE(restart_at, ''))";
    const from = `FROM \`${table}\` WHERE queue = :queue`;
    this.queue = queue;
    this.pollBranch = `(SELECT 'control' AS kind, ${note} AS note ${from})`;
    this.#statement = compile(`SELECT ${note} AS note ${from}`);
  }

  /** ms until the row counts as old. */
  age(now: number): number {
    return this.#readAt + MAX_AGE_MS - now;
  }

  async refreshIfOld(session: Session): Promise<void> {
    if (this.age(performance.now()) > 0) return;
    const link = await session.link();
    const [row] = await link.read(this.#statement, { queue: this.queue });
    this.apply(row === undefined ? undefined : String(row[0]));
  }

  /** `paused:concurrency:restart_at`, or no row. */
  apply(note: string | undefined): void {
    const [paused = "0", concurrency = "", restartAt = ""] = note?.split(":") ?? [];
    this.#readAt = performance.now();
    this.paused = paused !== "0";
    this.concurrency = concurrency === "" ? null : Math.min(MOST_CONCURRENCY, Math.max(1, Number(concurrency)));
    // The mark that stands when the worker starts was for its predecessors.
    this.#restartAt ??= restartAt;
    this.restartRequested ||= restartAt !== "" && restartAt !== this.#restartAt;
  }
}

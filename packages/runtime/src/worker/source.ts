import type { Session } from "../session/session.js";
import type { Quote } from "../sql/statement.js";
import type { LeaseClock } from "../time/lease-clock.js";
import type { Claimed } from "./claimed.js";
import type { Handler, JobContext } from "./context.js";
import type { Control } from "./control.js";
import type { JobTransaction } from "./transaction.js";

/** Where jobs come from and where their outcomes go: what a mode implements. Errors of the database are its own affair. */
export interface Source<Job> {
  /** Claims up to `n` jobs. Few or none is no error. */
  take(n: number): Promise<Taken<Job>>;
  /** In how many ms will there be something to take? 0: now; Infinity: not known. Cheap, for idle times. */
  poll(): Promise<number>;
  /** Writes the start mark. Answers those that may not start: their claim is lost. */
  start(items: readonly Claimed<Job>[]): Promise<readonly Lost<Job>[]>;
  /** The three outcomes. Each answers the claims that turned out to be lost. */
  complete(items: readonly Claimed<Job>[]): Promise<readonly Lost<Job>[]>;
  retry(items: readonly Claimed<Job>[]): Promise<readonly Lost<Job>[]>;
  dead(items: readonly Claimed<Job>[]): Promise<readonly Lost<Job>[]>;
  /** The handler gives them back: due again after `failure.delay`, the attempt not counted. Answers the claims that were lost. */
  releaseStarted(items: readonly Claimed<Job>[]): Promise<readonly Lost<Job>[]>;
  /** Renews the lease of all, marks the running ones as started. Answers the claims that turned out to be lost. */
  heartbeat(items: readonly Claimed<Job>[]): Promise<readonly Lost<Job>[]>;
  /** Gives back what was not started, the attempt too. */
  release(items: readonly Claimed<Job>[]): Promise<void>;
  /** The text of `complete` for one job, for the transaction that the handler's effects are part of. */
  completion(item: Claimed<Job>, quote: Quote): string;
  /** After a commit whose reply was lost: did this claim complete the job? */
  completed(item: Claimed<Job>): Promise<boolean>;
}

export interface Taken<Job> {
  readonly claimed: readonly Claimed<Job>[];
  /** Claimed, but the payload does not decode: dead at once. */
  readonly broken: readonly Claimed<Job>[];
  /** There may be jobs, but as many as all processes together may have are in work. */
  readonly full?: boolean;
  /** There is nothing left, and nothing will come: the worker of this queue may end. */
  readonly over?: Over;
}

/** How it ended. */
export interface Over {
  /** Claims that nobody takes up again, and the error of one of them. */
  readonly dead: number;
  readonly error: string | null;
}

export interface Lost<Job> {
  readonly item: Claimed<Job>;
  readonly why: string;
}

/** What a worker lends to a source. */
export interface SourceEnv {
  /** Claims and outcomes. */
  readonly main: Session;
  /** Heartbeats: a connection of their own, so that nothing holds them up. */
  readonly beat: Session;
  /** Name of this worker, at most 64 characters. */
  readonly worker: string;
  readonly clock: LeaseClock;
  /** The operator's wishes; the idle poll brings news of them. */
  readonly control: Pick<Control, "queue" | "pollBranch" | "lockedNote" | "paused" | "globalConcurrency" | "apply">;
  /** Told of errors that were dealt with: deadlocks, broken connections, rows set aside. */
  readonly onError: (error: unknown) => void;
}

/** The generated consumer of one queue, as the worker sees it. */
export interface Consumer<Job> {
  readonly format: number;
  readonly queue: string;
  readonly table: string;
  /** Most jobs in one claim. */
  readonly batch: number;
  readonly lease: number;
  readonly heartbeat: number;
  /** Attempts before a job is dead; 0 = no limit. */
  readonly attempts: number;
  /** Has the idempotency log of `ctx.once`. */
  readonly once?: boolean;
  /** ms to wait after failed attempt number `attempt`. */
  backoff(attempt: number): number;
  /** False: only what can start now is claimed, because each takes long. Default: true, so that slots need not wait. */
  readonly ahead?: boolean;
  /** What must be so in the database before anything is claimed. Throws a ConfigError where it is not. */
  check?(session: Session): Promise<void>;
  open(env: SourceEnv): Source<Job>;
  /**
   * In a mode where a claim is more than one call of the handler: makes all of them, and answers the outcome of the claim as
   * a handler would. Left out: the handler is called once, with the job.
   */
  attempt?<Trx>(work: AttemptWork<Job, Trx>): Promise<unknown>;
}

/** One attempt, for a mode that makes several calls of the handler of it. */
export interface AttemptWork<Job, Trx> {
  readonly item: Claimed<Job>;
  readonly source: Source<Job>;
  /** Calls the handler. */
  handle(job: Job, context: JobContext<Trx>): ReturnType<Handler<Job, Trx>>;
  /** As the handler would get it; its `transaction` completes the whole claim. */
  readonly context: JobContext<Trx>;
  readonly transaction: JobTransaction<Trx>;
  /** The worker stops, the queue is paused, or fewer handlers may run than do: what can end in good order now should. */
  readonly halted: () => boolean;
  readonly onError: (error: unknown) => void;
}

/** The generated reclaimer of one queue, as the worker sees it. */
export interface Reclaimer {
  readonly queue: string;
  readonly heartbeat: number;
  /** Of the logs that the queue writes, in ms; null = for ever. */
  readonly retention?: { readonly once?: number | null; readonly runLog?: number | null };
  open(env: ReclaimEnv): Reclaim;
}

export interface ReclaimEnv {
  /** Told of jobs that were taken back, statement by statement; not where only some of a statement's were. */
  readonly onTaken?: (ids: readonly string[]) => void;
  readonly onError: (error: unknown) => void;
}

export interface Reclaim {
  /** Looks for claims whose worker is gone. Answers how many are ripe: seen so before, a heartbeat interval and `patience` ms ago. */
  look(session: Session, patience?: number): Promise<number>;
  /** Takes back what is ripe. Answers how many. */
  reclaim(session: Session): Promise<number>;
  /** Deletes final rows that are past their retention, in small steps. Answers how many. */
  purge(session: Session, signal: AbortSignal): Promise<number>;
}

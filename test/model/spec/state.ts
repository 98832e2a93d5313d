/**
 * What the model knows of a queue at one moment. Times are kept as distances from now (ages, times to go) and stop counting
 * where more makes no difference, so that there are finitely many states however long the queue runs.
 */
export const PENDING = 0;
export const PROCESSING = 1;
export const DONE = 2;
export const DEAD = 3;
export const WAITING = 5;
/** Deleted: by a purge, or by a completion with onSuccess delete. */
export const GONE = 9;

export type Status = 0 | 1 | 2 | 3 | 5 | 9;

/** 0 is NULL. */
export type Token = number;

/** A set of rows, one bit each. */
export type Rows = number;

export interface Row {
  readonly status: Status;
  readonly token: Token;
  /** Whole seconds since claim_time by the database's clock; negative: claim_time lies ahead of it. */
  readonly age: number | null;
  readonly attempts: number;
  /** start_time is set. */
  readonly started: boolean;
  /** Ticks until run_at. */
  readonly due: number | null;
  /** Ticks since finish_time. */
  readonly finished: number | null;
  /** Holds its dedupe key. */
  readonly key: boolean;
  /** An open transaction has written it. */
  readonly locked: boolean;

  // What no column shows, and the invariants speak of:
  /** The claim that `token` names has been started: marked, or its handler called. */
  readonly begun: boolean;
  /** Starts of the handler since enqueue or the operator's retry, without those that the handler gave back. */
  readonly starts: number;
  /** The claim whose outcome the status is; 0: nobody's. */
  readonly by: Token;
  /** Commits of `ctx.transaction`, and whether one of them was the completion. */
  readonly effects: number;
  readonly completedWithEffect: boolean;
  /** Changes with the operator's retry. */
  readonly life: 0 | 1;
}

export type Outcome = "complete" | "retry" | "dead" | "back";

/**
 * A claim in the hand of a worker: waits for a slot; its start mark is on the way; its handler runs; the handler is over and
 * the outcome not written; lost, but its transaction is still open.
 */
export interface Item {
  readonly token: Token;
  readonly attempt: number;
  readonly state: "waiting" | "starting" | "running" | "ended" | "lost";
  /** Ticks of the worker's clock since the claim or its last confirmed heartbeat was sent. */
  readonly spent: number;
  readonly outcome: Outcome | null;
  /** ctx.transaction: none; the handler's statements run; the completion is written; COMMIT is done; its reply was lost. */
  readonly transaction: "none" | "open" | "written" | "committed" | "doubt";
  readonly life: 0 | 1;
}

export type Verb =
  | "claim"
  | "claimDue"
  | "start"
  | "heartbeat"
  | "complete"
  | "retry"
  | "dead"
  | "back"
  | "release"
  | "reclaim"
  | "reclaimAhead"
  | "retryDead"
  | "dueNow"
  | "cancel"
  | "releaseHeld"
  | "purge"
  | "commit";

/** A statement with its values: what a connection carries, and what a server may still run after the connection died. */
export interface Statement {
  readonly verb: Verb;
  readonly rows: Rows;
  /** The token of each row's claim; as the SQL has it, one list for all. */
  readonly tokens: readonly Token[];
  /** Claims: most attempts that a row may have had. */
  readonly seen: number;
  /** Heartbeats: rows whose handler runs. */
  readonly running: Rows;
  /** Retry: ticks until the next attempt. */
  readonly delay: number;
  /** What follows in the same transaction: a claim after a completion. */
  readonly claim: Statement | null;
}

/** A statement on a live connection, from sending to its reply. */
export interface Call {
  readonly statement: Statement;
  /** Ticks since it was sent. */
  readonly spent: number;
  /** Rows that it matched; null: the server has not run it yet. */
  readonly matched: Rows | null;
  /** Rows that it went on without, because a transaction holds them. */
  readonly skipped: Rows;
  /** Rows that the claim in the same transaction matched. */
  readonly won: Rows;
}

/** Candidates that a look has found, of one kind. */
export interface Look {
  readonly due: boolean;
  readonly seen: number;
  readonly rows: Rows;
}

export interface Worker {
  /** By row. */
  readonly items: readonly (Item | null)[];
  readonly look: Look | null;
  readonly main: Call | null;
  readonly beat: Call | null;
  /** Does nothing at all until it wakes. */
  readonly frozen: boolean;
  /** Cannot reach the database. */
  readonly cut: boolean;
}

/** An expired claim as the reclaimer has seen it. */
export interface Seen {
  /** Its claim has been renewed, ended or replaced since. */
  readonly changed: boolean;
  readonly ahead: boolean;
  /** Ticks since the first look that showed it so. */
  readonly wait: number;
}

export interface Reclaimer {
  readonly seen: readonly (Seen | null)[];
  /** Seen long enough by the last look: what it will take, from behind and from ahead of the clock. */
  readonly ripe: Rows;
  readonly ripeAhead: Rows;
}

/** What may still go wrong, and what the operator may still do. */
export interface Chances {
  readonly crashes: number;
  readonly losses: number;
  readonly jumps: number;
  readonly freezes: number;
  readonly cuts: number;
  readonly operator: number;
}

export interface State {
  readonly rows: readonly Row[];
  readonly workers: readonly Worker[];
  readonly reclaimer: Reclaimer;
  /** Sent on connections that are dead; the server may run them at any time, or never. */
  readonly late: readonly Statement[];
  /** Tokens that the operator has read, by row; null: none read. */
  readonly operator: readonly (Token | null)[];
  /** Final rows past their retention that the purge has read, done and dead. */
  readonly purge: readonly [Rows, Rows];
  /** Half a second past the full second of the database's clock. */
  readonly half: boolean;
  readonly chances: Chances;
}

export const IDLE: Worker = { items: [], look: null, main: null, beat: null, frozen: false, cut: false };

export function replaced<T>(list: readonly T[], index: number, value: T): T[] {
  const copy = list.slice();
  copy[index] = value;
  return copy;
}

export function has(rows: Rows, row: number): boolean {
  return (rows & (1 << row)) !== 0;
}

export function withRow(state: State, row: number, value: Row): State {
  return { ...state, rows: replaced(state.rows, row, value) };
}

export function withWorker(state: State, worker: number, change: Partial<Worker>): State {
  return {
    ...state,
    workers: replaced(state.workers, worker, { ...state.workers[worker]!, ...change }),
  };
}

export function withItem(state: State, worker: number, row: number, item: Item | null): State {
  return withWorker(state, worker, { items: replaced(state.workers[worker]!.items, row, item) });
}

export function spend(state: State, chance: keyof Chances): State {
  return { ...state, chances: { ...state.chances, [chance]: state.chances[chance] - 1 } };
}

import type { ClaimLostError } from "../errors.js";

/** Everything a worker tells while it runs. */
export interface WorkerEvents {
  workerStart: { readonly queues: readonly string[]; readonly worker: string };
  claimed: { readonly queue: string; readonly count: number };
  completed: { readonly queue: string; readonly count: number };
  retried: {
    readonly queue: string;
    readonly id: string;
    readonly attempt: number;
    readonly error: string;
    readonly delay: number;
    /** What the handler threw; undefined where it returned `retryAfter`. */
    readonly thrown: unknown;
  };
  jobDead: {
    readonly queue: string;
    readonly id: string;
    readonly attempt: number;
    readonly error: string;
    /** What the handler threw, if it did. */
    readonly thrown: unknown;
  };
  claimLost: { readonly queue: string; readonly id: string; readonly error: ClaimLostError };
  released: { readonly queue: string; readonly count: number };
  /** So many jobs have waited a whole heartbeat interval for one of the `running` handlers to end, and are given back. */
  overdue: { readonly queue: string; readonly count: number; readonly running: number };
  /** `ids`: the first few, as far as they are known one by one. */
  reclaimed: { readonly queue: string; readonly count: number; readonly ids: readonly string[] };
  purged: { readonly queue: string; readonly count: number };
  /** The queue is empty: the next look comes after `ms`, or at once when this process enqueues. */
  beforeSleep: { readonly queue: string; readonly ms: number };
  paused: { readonly queue: string };
  resumed: { readonly queue: string };
  restartRequested: { readonly queue: string };
  /** Claiming has stopped; handlers that run are waited for. */
  stopping: { readonly running: number; readonly released: number };
  stopped: Record<string, never>;
  /**
   * Dealt with: a deadlock was repeated, a connection replaced, a row set aside. With `stuck` it keeps this worker from its
   * work for now: it cannot connect, or this queue cannot be claimed from; it is tried again.
   */
  error: { readonly queue?: string; readonly error: unknown; readonly stuck?: "connect" | "claim" };
}

export type Listener<Name extends keyof WorkerEvents> = (event: WorkerEvents[Name]) => void;

/** A small typed emitter. A listener that throws is a bug of the listener and reported as an unhandled error. */
export class Events {
  readonly #listeners = new Map<keyof WorkerEvents, Set<(event: never) => void>>();

  /** Answers a function that removes the listener. */
  on<Name extends keyof WorkerEvents>(name: Name, listener: Listener<Name>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  emit<Name extends keyof WorkerEvents>(name: Name, event: WorkerEvents[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        (listener as Listener<Name>)(event);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}

import type { ClaimLostError } from "../errors.js";
import type { RecycleReason } from "./limits/limits.js";

/** Everything a worker tells while it runs. */
export interface WorkerEvents {
  workerStart: { readonly queues: readonly string[]; readonly worker: string };
  /** This process begins to consume the queue, or rests: once in style "loop", else with each window or term of the lease row. */
  shiftStart: { readonly queue: string };
  shiftEnd: { readonly queue: string };
  claimed: { readonly queue: string; readonly count: number };
  /** A handler is about to be called. */
  beforeProcess: { readonly queue: string; readonly id: string; readonly attempt: number; readonly job: unknown };
  /** A handler is over, whatever came of it, after `ms`. */
  afterProcess: { readonly queue: string; readonly id: string; readonly attempt: number; readonly ms: number };
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
  /** Unstarted, at a stop or because no handler was free; or by a handler, to come again after `delay` ms. */
  released: { readonly queue: string; readonly count: number; readonly delay?: number };
  /** So many jobs have waited a whole heartbeat interval for one of the `running` handlers to end, and are given back. */
  overdue: { readonly queue: string; readonly count: number; readonly running: number };
  /** The attempt took longer than `timeout` ms and has failed. */
  timedOut: { readonly queue: string; readonly id: string; readonly attempt: number; readonly timeout: number };
  /** A second after its time-out the handler still runs, and keeps its slot; `hanging` handlers of the queue do. */
  hanging: { readonly queue: string; readonly id: string; readonly attempt: number; readonly hanging: number };
  /** It has ended after all, `after` ms after its start. */
  hangingEnded: {
    readonly queue: string;
    readonly id: string;
    readonly attempt: number;
    readonly hanging: number;
    readonly after: number;
  };
  /** A child process has ended by itself or was killed; with `id` it ran that job, whose attempt has failed. */
  childEnded: {
    readonly queue: string;
    readonly pid: number;
    readonly id: string | undefined;
    readonly why: string;
  };
  /** `ids`: the first few, as far as they are known one by one. */
  reclaimed: { readonly queue: string; readonly count: number; readonly ids: readonly string[] };
  purged: { readonly queue: string; readonly count: number };
  /** The queue is empty: the next look comes after `ms`, or at once when this process enqueues. */
  beforeSleep: { readonly queue: string; readonly ms: number };
  /** The queue was of a kind that ends, and has ended; `dead` claims of it are left, the error of one of them is `error`. */
  over: { readonly queue: string; readonly dead: number; readonly error: string | null };
  paused: { readonly queue: string };
  resumed: { readonly queue: string };
  restartRequested: { readonly queue: string };
  /** `maxRss` is reached. Both in bytes. */
  memoryExceeded: { readonly rss: number; readonly limit: number };
  /** This process has reached one of its limits: it finishes what runs and ends. */
  recycling: { readonly reason: RecycleReason };
  /** Claiming has stopped; handlers that run are waited for. */
  stopping: { readonly running: number; readonly released: number };
  stopped: Record<string, never>;
  /**
   * Dealt with: a deadlock was repeated, a connection replaced, a row set aside. With `stuck` it keeps this worker from its
   * work for now: it cannot connect, this queue cannot be claimed from, or no child process can load its handler; it is tried again.
   */
  error: { readonly queue?: string; readonly error: unknown; readonly stuck?: "connect" | "claim" | "handler" };
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

  /** Whether anybody listens: what is only for listeners need not be made for nobody. */
  has(name: keyof WorkerEvents): boolean {
    return (this.#listeners.get(name)?.size ?? 0) > 0;
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

import type { KyselyDatabase } from "../client/kysely.js";
import type { MysqlConnection, MysqlPool } from "../client/mysql.js";
import type { RedisClient } from "../client/redis.js";
import type { Duration } from "../time/duration.js";
import type { Handler } from "./context.js";
import type { Listener, WorkerEvents } from "./events.js";
import type { Health, HealthLimits } from "./health/health.js";
import type { HandlerModule } from "./isolation/handler-module.js";
import type { RecycleLimits } from "./limits/limits.js";
import type { Log } from "./log.js";
import { PoolWorker } from "./pool-worker.js";
import type { JobOf, Registrations, Registry } from "./registry.js";

/**
 * Why a worker ended by itself: `restart` and `recycle` ask the supervisor for a fresh process; `over`: all of its queues
 * were of a kind that ends, and have ended; `failed`: the same, and something of them is dead.
 */
export type StopReason = "stopped" | "over" | "failed" | "window" | "once" | "restart" | "recycle";

export interface WorkerOptions<Trx = MysqlConnection> extends RecycleLimits {
  /** A mysql2 pool of at least three connections, callback or promise form. Two are held for good. */
  readonly db: MysqlPool;
  /** Types and runs `ctx.transaction`; without it that gives a mysql2 connection. */
  readonly kysely?: KyselyDatabase<Trx>;
  /** Shaped like pino. Default: lines on stderr. */
  readonly log?: Log;
  /** Instead of the concurrency of the registry. */
  readonly concurrency?: number;
  /** Handlers of all queues of this process that run at once. Queues with work share them by their `weight`. Default: no limit. */
  readonly totalConcurrency?: number;
  /** A client of ioredis or node-redis: other processes that call `publishWakes` wake this one. */
  readonly wake?: RedisClient;
  /** Stop after this time, as in style "window". */
  readonly maxRunTime?: Duration;
  /** One claim of each queue, then end. */
  readonly once?: boolean;
}

/** One handler for each queue that is run: a function, or `handlerModule(file)`. */
export type Handlers<Queues extends Registrations, Names extends keyof Queues, Trx> = {
  readonly [Name in Names]: Handler<JobOf<Queues[Name]>, Trx> | HandlerModule;
};

/** Runs queues in this process. Touches neither argv nor signals nor the exit code: that is `runWorker`. */
export interface Worker {
  /** Resolves when it has ended: handlers finished, outcomes written, connections closed. */
  run(): Promise<StopReason>;
  /** Stops claiming, gives back what has not started, lets handlers finish. Safe to call twice. */
  stop(): void;
  /** Fires the signal of every handler and ends without waiting for them; their jobs are reclaimed after the lease. */
  abort(reason?: Error): void;
  /** How it is doing, from what this process knows: costs no statement. For liveness probes. */
  health(limits?: HealthLimits): Health;
  /** Answers a function that removes the listener. */
  on<Name extends keyof WorkerEvents>(name: Name, listener: Listener<Name>): () => void;
}

/** With `queues`, only these are run and only these need a handler. */
export function createWorker<Queues extends Registrations, Name extends keyof Queues & string, Trx = MysqlConnection>(
  registry: Registry<Queues>,
  options: WorkerOptions<Trx> & {
    readonly queues: readonly Name[];
    readonly handlers: Handlers<Queues, Name, Trx>;
  },
): Worker;
export function createWorker<Queues extends Registrations, Trx = MysqlConnection>(
  registry: Registry<Queues>,
  options: WorkerOptions<Trx> & { readonly handlers: Handlers<Queues, keyof Queues, Trx> },
): Worker;
export function createWorker<Trx>(
  registry: Registry<Registrations>,
  options: WorkerOptions<Trx> & {
    readonly queues?: readonly string[];
    readonly handlers: Readonly<Record<string, Handler<never, Trx> | HandlerModule>>;
  },
): Worker {
  return new PoolWorker(registry, options);
}

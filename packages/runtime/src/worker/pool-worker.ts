import { addressOf, corePool } from "../client/mysql.js";
import { ConfigError } from "../errors.js";
import { LinkLostError } from "../session/link.js";
import { Session, type SessionOptions } from "../session/session.js";
import { durationMs } from "../time/duration.js";
import { checkOptions } from "./check-options.js";
import type { Handler } from "./context.js";
import { ControlBoard } from "./control.js";
import { Events, type Listener, type WorkerEvents } from "./events.js";
import type { Health, HealthLimits } from "./health/health.js";
import { WorkerHealth } from "./health/worker-health.js";
import type { HandlerModule } from "./isolation/handler-module.js";
import { type GivenHandler, handlerProblem, type OpenHandler, openHandler } from "./isolation/open-handler.js";
import { remoteTransaction } from "./isolation/remote-transaction.js";
import { LeaseRow } from "./lease-row.js";
import { Recycler } from "./limits/recycler.js";
import { consoleLog, type Log } from "./log.js";
import { logEvents } from "./log-events.js";
import { Maintenance } from "./maintenance.js";
import { Places } from "./places.js";
import { logPurges, onceTable, runLogs, supportTables } from "./queue-logs.js";
import type { QueueWorkerOptions } from "./queue-worker-options.js";
import type { Registration, Registrations, Registry } from "./registry.js";
import { runOnce } from "./run-once.js";
import { Shifts } from "./shifts.js";
import { checkTables } from "./support-tables.js";
import { type JobTransaction, kyselyTransaction, mysqlTransaction } from "./transaction.js";
import { WakeListener } from "./wake-listener.js";
import type { StopReason, Worker, WorkerOptions } from "./worker.js";
import { workerName } from "./worker-name.js";

/** The server's own default. */
const LONGEST_LOCK_WAIT_S = 50;
/** Longer than any lock wait: a connection that is silent for this time is half open. */
const LONGEST_SILENCE_MS = 60_000;
/** After an abort handlers get this long to notice. */
const ABORT_GRACE_MS = 200;

export type PoolWorkerOptions<Trx> = WorkerOptions<Trx> & {
  readonly queues?: readonly string[];
  readonly handlers: Readonly<Record<string, Handler<never, Trx> | HandlerModule>>;
};

interface Sessions {
  readonly main: Session;
  readonly beat: Session;
  /** For reclaiming and purging: opened when there is something to do. */
  readonly maintenance: SessionOptions;
}

/** Runs the chosen queues of a registry on the connections of one pool. */
export class PoolWorker<Trx> implements Worker {
  readonly #registry: Registry<Registrations>;
  readonly #options: PoolWorkerOptions<Trx>;
  readonly #queues: readonly Registration<unknown>[];
  readonly #name = workerName();
  readonly #events = new Events();
  readonly #log: Log;
  readonly #stop = new AbortController();
  readonly #abort = new AbortController();
  readonly #health = new WorkerHealth();
  readonly #recycler: Recycler;
  #handlers: ReadonlyMap<string, OpenHandler> = new Map();
  #shifts: readonly Shifts<Trx>[] = [];
  #reason: StopReason = "stopped";

  constructor(registry: Registry<Registrations>, options: PoolWorkerOptions<Trx>) {
    checkOptions(registry, options);
    this.#registry = registry;
    this.#options = options;
    this.#queues = chosen(registry, options);
    this.#log = options.log ?? consoleLog();
    logEvents(this.#events, this.#log, addressOf(corePool(options.db)));
    this.#recycler = new Recycler(options, this.#events, () => void this.#stopFor("recycle"));
  }

  on<Name extends keyof WorkerEvents>(name: Name, listener: Listener<Name>): () => void {
    return this.#events.on(name, listener);
  }

  health(limits?: HealthLimits): Health {
    return this.#health.ask(limits);
  }

  stop(): void {
    void this.#stopFor("stopped");
  }

  abort(reason: Error = new Error("the worker was told to stop at once")): void {
    this.stop();
    for (const shifts of this.#shifts) shifts.abort(reason);
    this.#abort.abort(reason);
  }

  async run(): Promise<StopReason> {
    const { maxRunTime } = this.#options;
    const sessions = this.#openSessions();
    this.#health.connecting(sessions.main);
    // The wait for the server counts, too: what starts workers by the clock must not pile them up.
    const window =
      maxRunTime === undefined ? undefined : setTimeout(() => this.#stopFor("window"), durationMs(maxRunTime));
    try {
      this.#recycler.start();
      this.#handlers = await this.#openHandlers();
      if (await this.#connect(sessions.main)) await this.#runQueues(sessions);
    } finally {
      clearTimeout(window);
      this.#recycler.stop();
      await Promise.all([...this.#handlers.values()].map(({ children }) => children?.close()));
      sessions.main.close();
      sessions.beat.close();
      this.#health.stopped();
    }
    this.#events.emit("stopped", {});
    return this.#reason;
  }

  /** What is wrong with the file of a handler is known before there is a connection. */
  async #openHandlers(): Promise<ReadonlyMap<string, OpenHandler>> {
    const open = new Map<string, OpenHandler>();
    try {
      for (const queue of this.#queues) {
        const given = this.#options.handlers[keyOf(this.#registry, queue)] as GivenHandler;
        open.set(queue.name, await openHandler(queue, given, this.#events, this.#log));
      }
      return open;
    } catch (error) {
      await Promise.all([...open.values()].map(({ children }) => children?.close()));
      throw error;
    }
  }

  /** Waits for the database as long as it takes, unless it says that waiting is no use. False: stopped meanwhile. */
  async #connect(main: Session): Promise<boolean> {
    const { tablePrefix } = this.#registry;
    const tables = this.#queues.map(({ consumer }) => consumer.table);
    const { signal } = this.#stop;
    const giveUp = () => main.close();
    signal.addEventListener("abort", giveUp);
    try {
      while (!signal.aborted) {
        try {
          await checkTables(main, [...supportTables(tablePrefix, this.#queues), ...tables]);
          for (const { consumer } of this.#queues) await consumer.check?.(main);
          break;
        } catch (error) {
          if (!signal.aborted && !(error instanceof LinkLostError)) throw error;
        }
      }
      return !signal.aborted;
    } finally {
      signal.removeEventListener("abort", giveUp);
    }
  }

  async #runQueues(sessions: Sessions): Promise<void> {
    const { once } = this.#options;
    const env = { events: this.#events, beat: sessions.beat, worker: this.#name };
    const logs = runLogs(this.#registry.tablePrefix, this.#queues, env);
    const maintenance = this.#queues.map((queue) => this.#maintenance(queue, sessions));
    const board = this.#controlBoard();
    const { totalConcurrency } = this.#options;
    const places = totalConcurrency === undefined ? undefined : new Places(totalConcurrency);
    this.#shifts = this.#queues.map((queue) => this.#newShifts(queue, sessions, board, places));
    this.#events.emit("workerStart", { queues: this.#queues.map(({ name }) => name), worker: this.#name });
    this.#health.running(this.#shifts);
    const aside = [...logs, ...maintenance, ...this.#wakeListeners()];
    for (const one of aside) one.start();
    const work = once
      ? runOnce(this.#shifts, this.#log, this.#stop.signal)
      : Promise.all(this.#shifts.map((shifts) => shifts.run()));
    try {
      await Promise.race([work, aborted(this.#abort.signal)]);
      if (!this.#stop.signal.aborted) this.#reason = once ? "once" : this.#endOfAll();
    } finally {
      await Promise.all(aside.map((one) => one.stop()));
    }
  }

  #endOfAll(): StopReason {
    return this.#shifts.some(({ over }) => (over?.dead ?? 0) > 0) ? "failed" : "over";
  }

  #wakeListeners(): readonly WakeListener[] {
    const redis = this.#options.wake;
    if (redis === undefined) return [];
    const tables = this.#queues.map(({ consumer }) => consumer.table);
    return [new WakeListener({ redis, tables, onError: (error) => this.#events.emit("error", { error }) })];
  }

  async #stopFor(reason: StopReason): Promise<void> {
    if (this.#stop.signal.aborted) return;
    this.#reason = reason;
    this.#health.stopping();
    this.#stop.abort();
    const running = this.#shifts.reduce((sum, shifts) => sum + shifts.running, 0);
    const released = await Promise.all(this.#shifts.map((shifts) => shifts.stop()));
    this.#events.emit("stopping", { running, released: released.reduce((sum, count) => sum + count, 0) });
  }

  #openSessions(): Sessions {
    const lease = Math.min(...this.#queues.map(({ consumer }) => consumer.lease));
    const common = {
      pool: corePool(this.#options.db),
      onError: (error: unknown) => this.#events.emit("error", { error, stuck: "connect" }),
    };
    // A statement must not wait for a lock so long that what it claims is born nearly expired.
    const lockWait = Math.min(LONGEST_LOCK_WAIT_S, Math.max(1, Math.floor(lease / 6_000)));
    const main = { ...common, lockWait, timeout: Math.min(lease / 2, LONGEST_SILENCE_MS) };
    const beat = { ...common, lockWait: 1, timeout: Math.min(lease / 3, LONGEST_SILENCE_MS) };
    return { main: new Session(main), beat: new Session(beat), maintenance: beat };
  }

  /** One read of the control table for all queues. A concurrency that was given to this process is within its cap. */
  #controlBoard(): ControlBoard {
    const { concurrency = 0 } = this.#options;
    const caps = this.#queues.map((queue) => [queue.name, Math.max(queue.maxConcurrency, concurrency)] as const);
    return new ControlBoard(`${this.#registry.tablePrefix}control`, new Map(caps));
  }

  #newShifts(
    queue: Registration<unknown>,
    { main, beat }: Sessions,
    board: ControlBoard,
    places: Places | undefined,
  ): Shifts<Trx> {
    const { kysely, db, concurrency } = this.#options;
    const { tablePrefix } = this.#registry;
    // Well past the lease: until its claim has been taken over, the guard of the completion can still say whose the job is.
    const silence = 3 * queue.consumer.lease;
    const { handler, children } = this.#handlers.get(queue.name)!;
    const local = () => (kysely ? kyselyTransaction(kysely, main) : mysqlTransaction(corePool(db), main, silence));
    const transaction = children ? remoteTransaction(main, silence) : local();
    const worker: QueueWorkerOptions<unknown, Trx> = {
      consumer: queue.consumer,
      handler: handler as unknown as Handler<unknown, Trx>,
      concurrency: concurrency ?? queue.concurrency,
      timeout: queue.timeout,
      children,
      control: board.of(queue.name),
      shared: places && { all: places, weight: queue.weight },
      main,
      beat,
      worker: this.#name,
      transaction: transaction as JobTransaction<Trx>,
      onceTable: onceTable(tablePrefix, queue, corePool(db), silence),
      events: this.#events,
      log: this.#log,
      onRestart: () => {
        this.#events.emit("restartRequested", { queue: queue.name });
        void this.#stopFor("restart");
      },
    };
    const lease = new LeaseRow(`${tablePrefix}lease`, `consume:${queue.name}`, this.#name);
    return new Shifts({ queue, worker, lease, beat, stop: this.#stop.signal });
  }

  #maintenance(queue: Registration<unknown>, sessions: Sessions): Maintenance {
    const { name, reclaimer } = queue;
    return new Maintenance({
      reclaimer,
      lease: new LeaseRow(`${this.#registry.tablePrefix}lease`, `maintain:${name}`, this.#name),
      runType: queue.maintenance,
      beat: sessions.beat,
      session: sessions.maintenance,
      events: this.#events,
      purgeLogs: logPurges(this.#registry.tablePrefix, queue),
    });
  }
}

function chosen<Trx>(registry: Registry<Registrations>, options: PoolWorkerOptions<Trx>): Registration<unknown>[] {
  const known = Object.keys(registry.queues);
  const keys = options.queues ?? known;
  if (keys.length === 0) throw new ConfigError("there is no queue to run: the registry is empty");
  return keys.map((key) => {
    const queue = Object.hasOwn(registry.queues, key) ? registry.queues[key] : undefined;
    if (queue === undefined)
      throw new ConfigError(`there is no queue ${JSON.stringify(key)}; the registry has ${known.join(", ")}`);
    const problem = handlerProblem(queue, key, options.handlers[key]);
    if (problem !== undefined) throw new ConfigError(problem);
    return queue;
  });
}

function keyOf(registry: Registry<Registrations>, queue: Registration<unknown>): string {
  return Object.keys(registry.queues).find((key) => registry.queues[key] === queue)!;
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  await new Promise((resolve) => setTimeout(resolve, ABORT_GRACE_MS));
}

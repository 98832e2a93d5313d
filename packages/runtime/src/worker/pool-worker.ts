import { addressOf, corePool } from "../client/mysql.js";
import { ConfigError } from "../errors.js";
import { LinkLostError } from "../session/link.js";
import { Session, type SessionOptions } from "../session/session.js";
import { durationMs } from "../time/duration.js";
import { checkOptions } from "./check-options.js";
import type { Handler } from "./context.js";
import { Control } from "./control.js";
import { Events, type Listener, type WorkerEvents } from "./events.js";
import { LeaseRow } from "./lease-row.js";
import { consoleLog, type Log } from "./log.js";
import { logEvents } from "./log-events.js";
import { Maintenance } from "./maintenance.js";
import type { QueueWorkerOptions } from "./queue-worker.js";
import type { Registration, Registrations, Registry } from "./registry.js";
import { Shifts } from "./shifts.js";
import { checkTables } from "./support-tables.js";
import { type JobTransaction, kyselyTransaction, mysqlTransaction } from "./transaction.js";
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
  readonly handlers: Readonly<Record<string, Handler<never, Trx>>>;
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
  #shifts: readonly Shifts<Trx>[] = [];
  #reason: StopReason = "stopped";

  constructor(registry: Registry<Registrations>, options: PoolWorkerOptions<Trx>) {
    checkOptions(registry, options);
    this.#registry = registry;
    this.#options = options;
    this.#queues = chosen(registry, options);
    this.#log = options.log ?? consoleLog();
    logEvents(this.#events, this.#log, addressOf(corePool(options.db)));
  }

  on<Name extends keyof WorkerEvents>(name: Name, listener: Listener<Name>): () => void {
    return this.#events.on(name, listener);
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
    // The wait for the server counts, too: what starts workers by the clock must not pile them up.
    const window =
      maxRunTime === undefined ? undefined : setTimeout(() => this.#stopFor("window"), durationMs(maxRunTime));
    try {
      if (await this.#connect(sessions.main)) await this.#runQueues(sessions);
    } finally {
      clearTimeout(window);
      sessions.main.close();
      sessions.beat.close();
    }
    this.#events.emit("stopped", {});
    return this.#reason;
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
          await checkTables(main, [`${tablePrefix}control`, `${tablePrefix}lease`, ...tables]);
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
    const maintenance = this.#queues.map((queue) => this.#maintenance(queue, sessions));
    this.#shifts = this.#queues.map((queue) => this.#newShifts(queue, sessions));
    this.#events.emit("workerStart", { queues: this.#queues.map(({ name }) => name), worker: this.#name });
    for (const one of maintenance) one.start();
    const work = this.#shifts.map((shifts) => (once ? shifts.runOnce() : shifts.run()));
    await Promise.race([Promise.all(work), aborted(this.#abort.signal)]);
    if (once && !this.#stop.signal.aborted) this.#reason = "once";
    await Promise.all(maintenance.map((one) => one.stop()));
  }

  async #stopFor(reason: StopReason): Promise<void> {
    if (this.#stop.signal.aborted) return;
    this.#reason = reason;
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

  #newShifts(queue: Registration<unknown>, { main, beat }: Sessions): Shifts<Trx> {
    const { kysely, db, handlers, concurrency } = this.#options;
    const { tablePrefix } = this.#registry;
    // Well past the lease: until its claim has been taken over, the guard of the completion can still say whose the job is.
    const silence = 3 * queue.consumer.lease;
    const transaction = kysely ? kyselyTransaction(kysely, main) : mysqlTransaction(corePool(db), main, silence);
    const worker: QueueWorkerOptions<unknown, Trx> = {
      consumer: queue.consumer,
      handler: handlers[keyOf(this.#registry, queue)] as unknown as Handler<unknown, Trx>,
      concurrency: concurrency ?? queue.concurrency,
      control: new Control(queue.name, `${tablePrefix}control`),
      main,
      beat,
      worker: this.#name,
      transaction: transaction as JobTransaction<Trx>,
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

  #maintenance({ name, reclaimer }: Registration<unknown>, sessions: Sessions): Maintenance {
    return new Maintenance({
      reclaimer,
      lease: new LeaseRow(`${this.#registry.tablePrefix}lease`, `maintain:${name}`, this.#name),
      beat: sessions.beat,
      session: sessions.maintenance,
      events: this.#events,
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
    if (typeof options.handlers[key] !== "function")
      throw new ConfigError(`queue ${queue.name} has no handler: add it to \`handlers\` as ${key}`);
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

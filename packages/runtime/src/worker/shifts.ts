import { ConfigError } from "../errors.js";
import { LinkLostError } from "../session/link.js";
import type { Session } from "../session/session.js";
import { errnoOf } from "../sql/server-error.js";
import { pause } from "../time/pause.js";
import { claimProblem } from "./claim-problem.js";
import type { QueueHealth } from "./health/health.js";
import type { LeaseRow } from "./lease-row.js";
import { QueueWorker } from "./queue-worker.js";
import type { QueueWorkerOptions } from "./queue-worker-options.js";
import type { Registration } from "./registry.js";
import type { Over } from "./source.js";

/** runType "auto": the lease row is renewed this often, and free again after three times that. */
const RENEW_MS = 5_000;

export interface ShiftsOptions<Trx> {
  readonly queue: Registration<unknown>;
  readonly worker: QueueWorkerOptions<unknown, Trx>;
  /** For runType "auto". */
  readonly lease: LeaseRow;
  readonly beat: Session;
  readonly stop: AbortSignal;
}

/** When a queue is consumed here: always, in windows, only on the main node, or only while this process holds the lease row. */
export class Shifts<Trx> {
  readonly #options: ShiftsOptions<Trx>;
  #current: QueueWorker<unknown, Trx> | undefined;
  #consuming = false;
  /** When the database last answered about the lease row. */
  #heardAt: number | undefined;

  constructor(options: ShiftsOptions<Trx>) {
    this.#options = options;
  }

  get running(): number {
    return this.#current?.running ?? 0;
  }

  /** Set once the queue was of a kind that ends, and has ended. */
  get over(): Over | undefined {
    return this.#current?.over;
  }

  health(now: number): QueueHealth {
    if (this.#consuming && this.#current !== undefined) return this.#current.health(now);
    const { queue, worker } = this.#options;
    const lastPoll = this.#heardAt === undefined ? null : Math.round(now - this.#heardAt);
    const resting = { consuming: false, running: 0, claims: 0, oldestHandler: null };
    return { queue: queue.name, ...resting, paused: worker.control.paused, lastPoll };
  }

  async run(): Promise<void> {
    const { queue, stop } = this.#options;
    if (queue.runType === "main" && process.env.QUEUEGEN_MAIN !== "1") return this.#rest(FOR_EVER);
    while (!stop.aborted && this.#current?.over === undefined) {
      if (queue.runType === "auto" && !(await this.#holdLease())) await this.#rest(RENEW_MS);
      else if (queue.style === "window") await this.#window(queue.maxRunTime ?? 0, queue.frequency ?? 0);
      else await this.#shift();
    }
    if (queue.runType === "auto") await this.#giveLease();
  }

  /** Answers how many jobs were handled. Nobody tries again, so what the database says against it ends the run, as a ConfigError. */
  async runOnce(): Promise<number> {
    const { queue, worker } = this.#options;
    this.#current = new QueueWorker(worker);
    this.#consuming = true;
    try {
      return await this.#current.consumeOnce(worker.concurrency);
    } catch (error) {
      if (!(error instanceof LinkLostError) && errnoOf(error) === undefined) throw error;
      throw new ConfigError(claimProblem(queue.name, error), { cause: error });
    }
  }

  /** Answers how many jobs were given back unstarted. */
  async stop(): Promise<number> {
    return (await this.#current?.stop()) ?? 0;
  }

  abort(reason: Error): void {
    this.#current?.abort(reason);
  }

  /** Consumes until the worker stops or, with runType "auto", the lease row goes elsewhere. */
  async #shift(): Promise<void> {
    const { queue, stop, worker } = this.#options;
    const current = new QueueWorker(worker);
    this.#current = current;
    const over = new AbortController();
    const guard = queue.runType === "auto" ? this.#guardLease(current, over.signal) : undefined;
    this.#consuming = true;
    if (!stop.aborted) await current.consume();
    this.#consuming = false;
    over.abort();
    await guard;
  }

  /** One window, then the rest of the time until the next. */
  async #window(maxRunTime: number, frequency: number): Promise<void> {
    const begin = performance.now();
    const timer = setTimeout(() => this.#current?.stop(), maxRunTime);
    await this.#shift();
    clearTimeout(timer);
    if (this.#current?.over !== undefined) return;
    await this.#rest(begin + frequency - performance.now());
  }

  /** Nothing is consumed here for this time; a restart mark is followed all the same. */
  async #rest(ms: number): Promise<void> {
    const { stop, worker, queue } = this.#options;
    const end = performance.now() + ms;
    while (!stop.aborted && performance.now() < end) {
      try {
        await worker.control.refreshIfOld(worker.main);
        if (worker.control.restartRequested) worker.onRestart();
      } catch (error) {
        worker.events.emit("error", { queue: queue.name, error });
      }
      await pause(Math.min(LONGEST_REST_MS, end - performance.now()), stop);
    }
  }

  async #guardLease(current: QueueWorker<unknown, Trx>, over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await pause(RENEW_MS, over);
      if (!over.aborted && !(await this.#holdLease())) await current.stop();
    }
  }

  /** So that another process need not wait until it runs out. */
  async #giveLease(): Promise<void> {
    const { lease, beat, worker, queue } = this.#options;
    await lease.give(beat).catch((error: unknown) => worker.events.emit("error", { queue: queue.name, error }));
  }

  async #holdLease(): Promise<boolean> {
    try {
      const held = await this.#options.lease.hold(this.#options.beat, 3 * RENEW_MS);
      this.#heardAt = performance.now();
      return held;
    } catch (error) {
      this.#options.worker.events.emit("error", { queue: this.#options.queue.name, error });
      return false;
    }
  }
}

/** The control row is looked at this often while there is nothing else to do. */
const LONGEST_REST_MS = 1_600;
/** The longest time a timer takes. */
const FOR_EVER = 2 ** 31 - 1;

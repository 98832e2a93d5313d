import { onEnqueue } from "../producer/wake.js";
import { LinkLostError } from "../session/link.js";
import { Bell } from "../time/bell.js";
import { LeaseClock } from "../time/lease-clock.js";
import { Attempts } from "./attempts.js";
import { BatchSize } from "./batch-size.js";
import type { Claimed } from "./claimed.js";
import { Hand } from "./hand.js";
import type { QueueHealth } from "./health/health.js";
import { TimeLimit } from "./limits/time-limit.js";
import { Nap } from "./nap.js";
import { onceRunnerOf } from "./once-runner-of.js";
import { Pulse } from "./pulse.js";
import type { QueueWorkerOptions } from "./queue-worker-options.js";
import { Room } from "./room.js";
import { Slots } from "./slots.js";
import type { Over, Source } from "./source.js";
import { tellWritten } from "./tell-written.js";
import { type Verb, WriteBack } from "./write-back.js";

const AFTER_ERROR_MS = 500;
const LONGEST_AFTER_ERROR_MS = 30_000;

/** Consumes one queue: claims what can start soon, hands it to the handlers, writes back what they say. */
export class QueueWorker<Job, Trx> {
  readonly #options: QueueWorkerOptions<Job, Trx>;
  readonly #queue: string;
  readonly #source: Source<Job>;
  readonly #hand: Hand<Job>;
  readonly #size: BatchSize;
  readonly #slots: Slots<Job>;
  readonly #writeBack: WriteBack<Job>;
  readonly #pulse: Pulse<Job>;
  /** A slot came free, or something else that may let more be claimed. */
  readonly #room = new Bell();
  /** There may be work. */
  readonly #work = new Bell();
  readonly #attempts: Attempts<Job, Trx>;
  /** Undefined where attempts may take as long as they like: then a job costs nothing here. */
  readonly #limit: TimeLimit<Job> | undefined;
  #stopping = false;
  readonly #nap = new Nap();
  #wasPaused = false;
  readonly #free: Room<Job>;
  /** The last claim found that all processes together have as many jobs as they may. */
  #full = false;
  #over: Over | undefined;
  /** When the database last answered the loop. */
  #turnedAt = performance.now();

  constructor(options: QueueWorkerOptions<Job, Trx>) {
    const { consumer, main, beat, worker, control, events } = options;
    const clock = new LeaseClock(consumer.lease);
    const onError = (error: unknown) => events.emit("error", { queue: consumer.queue, error });
    this.#options = options;
    this.#queue = consumer.queue;
    this.#source = consumer.open({ main, beat, worker, clock, control, onError });
    this.#hand = new Hand(consumer.queue, clock, (item, error) =>
      events.emit("claimLost", { queue: consumer.queue, id: item.id, error }),
    );
    this.#size = new BatchSize(consumer.batch);
    this.#writeBack = new WriteBack(this.#source, this.#hand, main.turns, (verb, items) => {
      this.#room.ring();
      tellWritten(events, consumer, verb, items);
    });
    this.#attempts = new Attempts({
      ...options,
      source: this.#source,
      hand: this.#hand,
      halted: () => this.#stopping || control.paused || this.#slots.running > this.#concurrency,
      once: onceRunnerOf(options, clock, onError),
      end: (verb, item) => this.#end(verb, item),
    });
    const { timeout, children } = options;
    if (timeout !== null) {
      const onHang = () => this.#room.ring();
      this.#limit = new TimeLimit({ queue: this.#queue, timeout, attempts: this.#attempts, events, onHang });
    }
    const runner = this.#limit ?? this.#attempts;
    this.#free = new Room({
      control,
      size: this.#size,
      slots: () => this.#slots,
      ahead: consumer.ahead !== false,
      held: () => this.#hand.size,
      bell: this.#room,
      shared: options.shared,
      poll: () => this.#source.poll(),
    });
    this.#slots = new Slots({
      start: (items) => main.turns.take(() => this.#source.start(items)),
      hand: this.#hand,
      clock,
      size: this.#size,
      attempts: consumer.attempts,
      places: this.#free.places,
      // A child that crashed takes its slot along until it is replaced.
      concurrency: () => (children === undefined ? this.#concurrency : Math.min(this.#concurrency, children.ready)),
      run: (item) => runner.run(item),
      onFree: () => this.#room.ring(),
    });
    this.#pulse = new Pulse({ source: this.#source, hand: this.#hand, clock, heartbeat: consumer.heartbeat, onError });
  }

  get running(): number {
    return this.#slots.running;
  }

  /** Set once there was nothing left, and nothing would come. */
  get over(): Over | undefined {
    return this.#over;
  }

  get #concurrency(): number {
    return this.#options.control.concurrency ?? this.#options.concurrency;
  }

  /** Costs no statement. */
  health(now: number): QueueHealth {
    const oldest = this.#hand.oldest();
    const { queue } = this.#options.consumer;
    return {
      queue,
      consuming: !this.#stopping,
      paused: this.#options.control.paused,
      lastPoll: this.#stopping ? null : Math.round(now - this.#turnedAt),
      claims: this.#hand.size,
      running: this.#slots.running,
      oldestHandler: oldest === undefined ? null : { queue, id: oldest.id, ms: Math.round(now - oldest.started) },
    };
  }

  /** Consumes until `stop`; then gives back what has not started and waits for what runs. */
  async consume(): Promise<void> {
    this.#options.events.emit("shiftStart", { queue: this.#queue });
    this.#turnedAt = performance.now();
    this.#pulse.start(() => void this.#giveBackOverdue());
    this.#warmUp();
    const unsubscribe = onEnqueue(this.#options.consumer.table, () => this.#work.ring());
    let wait = AFTER_ERROR_MS;
    while (!this.#stopping) {
      try {
        await this.#claimOrWait();
        this.#turnedAt = performance.now();
        wait = AFTER_ERROR_MS;
      } catch (error) {
        if (this.#stopping) break;
        // A lost connection is replaced, at a pace of its own, and told as that. Anything else needs somebody to mend it.
        const lost = error instanceof LinkLostError;
        this.#options.events.emit("error", { queue: this.#queue, error, ...(!lost && { stuck: "claim" }) });
        await this.#work.wait(lost ? AFTER_ERROR_MS : wait);
        if (!lost) wait = Math.min(LONGEST_AFTER_ERROR_MS, 2 * wait);
      }
    }
    unsubscribe();
    await this.#finish();
  }

  /** One claim of at most `n` jobs, run to their end. Answers how many. */
  async consumeOnce(n: number): Promise<number> {
    this.#options.events.emit("shiftStart", { queue: this.#queue });
    this.#turnedAt = performance.now();
    this.#pulse.start();
    this.#warmUp();
    try {
      await this.#heedControl();
      return this.#options.control.paused ? 0 : await this.#claim(Math.min(n, Math.max(1, this.#free.now)));
    } finally {
      await this.#finish();
    }
  }

  /** No further claim. Answers how many jobs were given back unstarted. */
  async stop(): Promise<number> {
    this.#stopping = true;
    this.#room.ring();
    this.#work.ring();
    return this.#giveBack(this.#slots.takeBack());
  }

  /** Tells every handler to stop at once. What it does not write back is reclaimed after the lease. */
  abort(reason: Error): void {
    this.#attempts.abort(reason);
    void this.#pulse.stop();
  }

  async #claimOrWait(): Promise<void> {
    const { control, events } = this.#options;
    await this.#heedControl();
    if (control.restartRequested) return this.#options.onRestart();
    const room = this.#writeBack.size > 2 * this.#options.consumer.batch ? 0 : this.#free.now;
    if (room === 0) await this.#free.wait();
    else if ((await this.#claim(room)) > 0) this.#free.claimed();
    else if (this.#over !== undefined) {
      this.#stopping = true;
      events.emit("over", { queue: this.#queue, ...this.#over });
    } else if (this.#full) await this.#free.waitForOthers();
    else await this.#sleep();
  }

  async #heedControl(): Promise<void> {
    const { control, main, events } = this.#options;
    await control.refreshIfOld(main);
    if (control.paused !== this.#wasPaused) events.emit(control.paused ? "paused" : "resumed", { queue: this.#queue });
    // What was claimed and has not started does not start now.
    if (control.paused && !this.#wasPaused) await this.#giveBack(this.#slots.takeBack());
    this.#wasPaused = control.paused;
    this.#options.children?.want(this.#concurrency);
    // More may run at once than before.
    this.#slots.fill();
  }

  /** Starts the child processes. Each that is ready is a slot more. */
  #warmUp(): void {
    const { children } = this.#options;
    if (children === undefined) return;
    children.onReady = () => {
      this.#slots.fill();
      this.#room.ring();
    };
    children.want(this.#concurrency);
  }

  async #claim(n: number): Promise<number> {
    const asked = performance.now();
    const { claimed, broken, full, over } = await this.#options.main.turns.take(() => this.#source.take(n));
    this.#size.claimed(performance.now() - asked);
    const count = claimed.length + broken.length;
    this.#full = full === true;
    this.#over = over;
    if (count === 0) return 0;
    this.#nap.reset();
    this.#options.events.emit("claimed", { queue: this.#queue, count });
    for (const item of [...claimed, ...broken]) this.#hand.add(item);
    for (const item of broken) this.#end("dead", item);
    // The claim was under way when the stop came.
    if (this.#stopping) await this.#giveBack(claimed);
    else this.#slots.add(claimed);
    return count;
  }

  /**
   * The queue is empty: look again soon, then less and less often, and when the next job falls due, until there is work or
   * something else to see to.
   */
  async #sleep(): Promise<void> {
    const { control, events } = this.#options;
    this.#free.places?.want(false);
    let due = Number.POSITIVE_INFINITY;
    while (!this.#stopping) {
      const ms = Math.min(due, this.#nap.next());
      events.emit("beforeSleep", { queue: this.#queue, ms });
      if (await this.#work.wait(ms)) return;
      due = await this.#source.poll();
      this.#turnedAt = performance.now();
      if (due === 0) return;
      if (control.paused || control.restartRequested) return;
    }
  }

  #end(verb: Verb, item: Claimed<Job>): void {
    item.state = "ended";
    this.#writeBack.push(verb, item);
  }

  /** Others can start what has waited here for a whole heartbeat interval: the handlers hang, or are slower than they were. */
  async #giveBackOverdue(): Promise<void> {
    const now = performance.now();
    const overdue = this.#slots.takeBack(now - this.#options.consumer.heartbeat);
    if (overdue.length === 0) return;
    this.#size.stalled(now);
    this.#options.events.emit("overdue", { queue: this.#queue, count: overdue.length, running: this.#slots.running });
    await this.#giveBack(overdue);
  }

  async #giveBack(items: readonly Claimed<Job>[]): Promise<number> {
    // Out of hand first: whatever becomes of the statement, these do not start here. (Not sent = reclaimed after the lease.)
    for (const item of items) this.#hand.remove(item);
    if (items.length === 0) return 0;
    try {
      await this.#options.main.turns.take(() => this.#source.release(items));
      this.#options.events.emit("released", { queue: this.#queue, count: items.length });
    } catch (error) {
      this.#options.events.emit("error", { queue: this.#queue, error });
    }
    return items.length;
  }

  async #finish(): Promise<void> {
    this.#free.places?.want(false);
    // A handler that hangs may do so for ever, and its job has been disposed of.
    while (this.#slots.running > (this.#limit?.hanging ?? 0) || this.#slots.load.waiting > 0) await this.#room.wait();
    this.#limit?.stop();
    await this.#writeBack.drained();
    await this.#pulse.stop();
    this.#free.places?.leave();
    this.#options.events.emit("shiftEnd", { queue: this.#queue });
  }
}

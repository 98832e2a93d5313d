import { ConfigError } from "../../errors.js";
import { exponential } from "../../time/backoff.js";
import { pause } from "../../time/pause.js";
import type { Handler } from "../context.js";
import type { Events } from "../events.js";
import { memoryOf } from "./child-memory.js";
import { type ChildSettings, HandlerProcess, type ReadyChild } from "./child-process.js";
import type { RemoteTransaction } from "./remote-transaction.js";

/** Processes that start at once: each takes a processor for a moment, which others need. */
const MOST_STARTING = 4;
/** A module that takes longer to load waits for something that does not come. */
const LONGEST_LOAD_MS = 60_000;
const RESTART = { first: 500, factor: 2, max: 30_000, jitter: 0.2 };
const MEMORY_LOOK_MS = 500;
const CLOSE_PATIENCE_MS = 2_000;

/** The child processes of one queue, started before they are needed and replaced when they end. */
export class ChildPool {
  readonly #settings: ChildSettings;
  readonly #events: Events;
  readonly #starting = new Set<HandlerProcess>();
  readonly #idle: HandlerProcess[] = [];
  readonly #busy = new Set<HandlerProcess>();
  /** Jobs that wait for a child. */
  readonly #queue: ((child: HandlerProcess) => void)[] = [];
  readonly #closed = new AbortController();
  #started = false;
  #wanted = 1;
  /** Starts that failed in a row. */
  #failed = 0;
  #waiting = false;
  #memory: NodeJS.Timeout | undefined;
  /** More children are ready than before. */
  onReady: () => void = () => {};

  constructor(settings: ChildSettings, events: Events) {
    this.#settings = settings;
    this.#events = events;
  }

  /** How many jobs may run here at once. */
  get ready(): number {
    return this.#idle.length + this.#busy.size;
  }

  /** Resolves when the first child is ready. Rejects with a ConfigError where the handler cannot be loaded. */
  async start(): Promise<ReadyChild> {
    const child = this.#spawn();
    let ready: ReadyChild;
    const slow = new Promise<never>((_, reject) => {
      const problem = `the handler module ${this.#settings.module.path} is not loaded after ${LONGEST_LOAD_MS / 1000} s`;
      const timer = setTimeout(() => reject(new Error(problem)), LONGEST_LOAD_MS);
      void child.ready.catch(() => {}).finally(() => clearTimeout(timer));
    });
    try {
      ready = await Promise.race([child.ready, slow]);
      await this.#checkMemory(child);
    } catch (error) {
      await this.close();
      throw new ConfigError(`queue ${this.#settings.queue}: ${(error as Error).message}`);
    }
    this.#started = true;
    if (this.#settings.maxMemoryMb !== null) {
      this.#memory = setInterval(() => void this.#lookAtMemory(), MEMORY_LOOK_MS);
    }
    return ready;
  }

  /** One that is above its limit before its first job would be replaced for ever. */
  async #checkMemory({ pid }: HandlerProcess): Promise<void> {
    const { maxMemoryMb, module } = this.#settings;
    const mb = maxMemoryMb === null ? undefined : await memoryOf(pid);
    if (mb === undefined || maxMemoryMb === null || mb < maxMemoryMb) return;
    throw new Error(`maxMemoryMb is ${maxMemoryMb}, and a process that has loaded ${module.path} takes ${mb} MB`);
  }

  /** As many children as handlers may run. */
  want(count: number): void {
    if (count === this.#wanted) return;
    this.#wanted = count;
    while (this.#size > count && this.#idle.length > 0) void this.#idle.pop()?.close(CLOSE_PATIENCE_MS);
    this.#fill();
  }

  readonly run: Handler<{ readonly id: string }, RemoteTransaction> = async (job, context) => {
    // The slots of the worker are as many as children are ready; it waits only where one has just ended.
    const child = this.#idle.pop() ?? (await new Promise<HandlerProcess>((resolve) => this.#queue.push(resolve)));
    this.#busy.add(child);
    try {
      return await child.run(job, context);
    } finally {
      // One that has ended is no longer there.
      if (this.#busy.delete(child)) this.#rest(child);
    }
  };

  /** Ends them all: those at rest by themselves, those at work by SIGKILL. */
  async close(): Promise<void> {
    this.#closed.abort();
    clearInterval(this.#memory);
    const all = [...this.#starting, ...this.#idle, ...this.#busy];
    await Promise.all(all.map((child) => child.close(child.busy ? 0 : CLOSE_PATIENCE_MS)));
  }

  get #size(): number {
    return this.#starting.size + this.#idle.length + this.#busy.size;
  }

  #fill(): void {
    while (
      !this.#closed.signal.aborted &&
      !this.#waiting &&
      this.#size < this.#wanted &&
      this.#starting.size < MOST_STARTING
    ) {
      this.#spawn();
    }
  }

  #spawn(): HandlerProcess {
    const child = new HandlerProcess(this.#settings);
    this.#starting.add(child);
    child.ready.then(
      () => this.#began(child),
      (error: unknown) => void this.#refused(child, error as Error),
    );
    void child.ended.then((why) => this.#ended(child, why));
    return child;
  }

  #began(child: HandlerProcess): void {
    if (!this.#starting.delete(child)) return;
    this.#failed = 0;
    this.#rest(child);
    this.#fill();
    this.onReady();
  }

  #rest(child: HandlerProcess): void {
    const waiting = this.#queue.shift();
    if (waiting !== undefined) waiting(child);
    else if (this.#closed.signal.aborted || this.#size >= this.#wanted) void child.close(CLOSE_PATIENCE_MS);
    else this.#idle.push(child);
  }

  /** It cannot be loaded, although the first one could: tried again after a while, for as long as it takes. */
  async #refused(child: HandlerProcess, error: Error): Promise<void> {
    this.#starting.delete(child);
    child.kill("was killed because it could not be loaded");
    if (!this.#started || this.#closed.signal.aborted || this.#waiting) return;
    const { queue } = this.#settings;
    this.#events.emit("error", { queue, error, stuck: "handler" });
    this.#waiting = true;
    await pause(exponential(RESTART, ++this.#failed), this.#closed.signal);
    this.#waiting = false;
    this.#fill();
  }

  #ended(child: HandlerProcess, why: string): void {
    const { queue } = this.#settings;
    const resting = this.#idle.indexOf(child);
    if (resting >= 0) this.#idle.splice(resting, 1);
    const unexpected = this.#busy.delete(child) || resting >= 0;
    if (!unexpected || this.#closed.signal.aborted) return;
    this.#events.emit("childEnded", { queue, pid: child.pid, id: child.job, why });
    this.#fill();
  }

  async #lookAtMemory(): Promise<void> {
    const { maxMemoryMb } = this.#settings;
    for (const child of [...this.#busy, ...this.#idle]) {
      const mb = await memoryOf(child.pid);
      if (mb !== undefined && maxMemoryMb !== null && mb > maxMemoryMb) {
        child.kill(`was killed: it took ${mb} MB, its maxMemoryMb is ${maxMemoryMb}`);
      }
    }
  }
}

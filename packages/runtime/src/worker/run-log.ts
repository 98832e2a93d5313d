import type { Session } from "../session/session.js";
import { NOW_MS } from "../sql/now.js";
import { retryTransient } from "../sql/retry-transient.js";
import { compile, type Statement } from "../sql/statement.js";
import { cutText } from "./cut-text.js";
import type { Events } from "./events.js";
import { describe } from "./log.js";

/** Of a round where nothing else ends it. */
const ROUND_MS = 60_000;

export interface RunLogOptions {
  readonly table: string;
  readonly queue: string;
  readonly worker: string;
  readonly events: Events;
  /** Written rarely, and not where claims would wait for it. */
  readonly beat: Session;
  /** In style "window" a round is a window, however long it is; else a minute. */
  readonly style: "loop" | "window";
}

interface Counts {
  claimed: number;
  completed: number;
  retried: number;
  dead: number;
  lost: number;
  released: number;
  error: string | null;
}

const NOTHING: Readonly<Counts> = { claimed: 0, completed: 0, retried: 0, dead: 0, lost: 0, released: 0, error: null };

/** Keeps a row of the table `run_log` for each round of one queue in this process. A minute without work leaves none. */
export class RunLog {
  readonly #options: RunLogOptions;
  readonly #insert: Statement;
  readonly #off: (() => void)[] = [];
  #counts: Counts = { ...NOTHING };
  #began: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: RunLogOptions) {
    this.#options = options;
    this.#insert = compile(
      `INSERT INTO \`${options.table}\` (queue, worker_id, begin_ms, end_ms, claimed, completed, retried, dead, lost, released, error_message) VALUES (:queue, :worker, ${NOW_MS} - :ms, ${NOW_MS}, :claimed, :completed, :retried, :dead, :lost, :released, :error)`,
    );
  }

  start(): void {
    this.#count();
    const { events, queue, style } = this.#options;
    this.#off.push(
      events.on("shiftStart", (event) => {
        if (event.queue === queue) this.#began = performance.now();
      }),
      events.on("shiftEnd", (event) => {
        if (event.queue === queue) this.#end(undefined);
      }),
    );
    if (style === "window") return;
    this.#timer = setInterval(() => this.#end(performance.now()), ROUND_MS);
    // It must not keep a process alive.
    this.#timer.unref();
  }

  /** Resolves when the last row is written or given up. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#end(undefined);
    for (const off of this.#off.splice(0)) off();
    await this.#writing;
  }

  #count(): void {
    const { events, queue } = this.#options;
    const on = <Name extends "claimed" | "completed" | "released">(name: Name) =>
      events.on(name, (event) => {
        if (event.queue === queue) this.#counts[name] += event.count;
      });
    this.#off.push(
      on("claimed"),
      on("completed"),
      on("released"),
      events.on("retried", (event) => event.queue === queue && this.#failed("retried", event)),
      events.on("jobDead", (event) => event.queue === queue && this.#failed("dead", event)),
      events.on("claimLost", (event) => {
        if (event.queue === queue) this.#counts.lost++;
      }),
      events.on("error", (event) => {
        if (event.queue === queue) this.#counts.error = cutText(describe(event.error));
      }),
    );
  }

  #failed(what: "retried" | "dead", { error, thrown }: { readonly error: string; readonly thrown: unknown }): void {
    this.#counts[what]++;
    if (thrown !== undefined || what === "dead") this.#counts.error = error;
  }

  /** @param next when the round after this one begins; undefined = not now. */
  #end(next: number | undefined): void {
    const counts = this.#counts;
    const began = this.#began;
    this.#began = next;
    const idle = (Object.keys(NOTHING) as (keyof Counts)[]).every((key) => counts[key] === NOTHING[key]);
    if (began === undefined || idle) return;
    this.#counts = { ...NOTHING };
    const ms = Math.round(performance.now() - began);
    this.#writing = this.#writing.then(() => this.#write(counts, ms));
  }

  async #write(counts: Counts, ms: number): Promise<void> {
    const { beat, queue, worker, events } = this.#options;
    try {
      const link = await beat.link(1_000);
      await retryTransient(
        () => link.write(this.#insert, { ...counts, queue, worker, ms }),
        () => {},
      );
    } catch (error) {
      events.emit("error", { queue, error });
    }
  }
}

import { compile, type Link, type SourceEnv, type Statement } from "@queuegen/runtime/internal";

/** An idle connection that holds the gate, of a process that is stopped, is closed by the server after this many seconds. */
const LONGEST_SILENCE_S = 30;

/**
 * The limit of all processes together. Each claim counts the rows in work while it holds the lock of the control row, so
 * claims of the queue come one after the other and no two see the same free place. A queue without a limit has no gate.
 */
export class Gate {
  readonly #env: SourceEnv;
  readonly #note: Statement;
  readonly #inWork: Statement;
  readonly #prepared = new WeakSet<Link>();
  #wasFull = true;

  constructor(env: SourceEnv, inWork: string) {
    this.#env = env;
    this.#note = compile(env.control.lockedNote);
    this.#inWork = compile(inWork);
  }

  get on(): boolean {
    return this.#env.control.globalConcurrency !== null;
  }

  /** A look without the lock, where the last one found no place: most claims under a limit that is reached end here. */
  async full(link: Link): Promise<boolean> {
    return this.on && this.#wasFull && (await this.#free(link)) <= 0;
  }

  /** The last look found no place. */
  get isFull(): boolean {
    return this.on && this.#wasFull;
  }

  /** To be called in a transaction, whose end opens the gate for others. Answers how many jobs may be claimed in it. */
  async room(link: Link): Promise<number> {
    if (!this.on) return Number.POSITIVE_INFINITY;
    const { control } = this.#env;
    const [row] = await link.read(this.#note, { queue: control.queue });
    control.apply(row === undefined ? undefined : String(row[0]));
    return control.paused ? 0 : this.#free(link);
  }

  /** A transaction that its process does not end, stopped in mid-claim, must not keep all others out for hours. */
  async prepare(link: Link): Promise<void> {
    if (!this.on || this.#prepared.has(link)) return;
    await link.execute(`SET SESSION wait_timeout = ${LONGEST_SILENCE_S}`);
    this.#prepared.add(link);
  }

  async #free(link: Link): Promise<number> {
    const most = this.#env.control.globalConcurrency;
    if (most === null) return Number.POSITIVE_INFINITY;
    if (most <= 0) {
      this.#wasFull = true;
      return 0;
    }
    const free = most - (await link.read(this.#inWork, { limit: most })).length;
    this.#wasFull = free <= 0;
    return free;
  }
}

import { acquire, type CorePool } from "../client/mysql.js";
import { ConfigError } from "../errors.js";
import { errnoOf } from "../sql/server-error.js";
import { exponential } from "../time/backoff.js";
import { pause } from "../time/pause.js";
import { Turns } from "../time/turns.js";
import { CLOSED, Link, LinkLostError, prepareLink } from "./link.js";

export interface SessionOptions {
  readonly pool: CorePool;
  /** Seconds to wait for a row lock. */
  readonly lockWait: number;
  /** ms without a reply after which a connection counts as half open. */
  readonly timeout: number;
  /** Told of each failed try to connect. */
  readonly onError: (error: unknown) => void;
}

/** Wrong password, no right to the database, no such database: trying again does not help. */
const REFUSED: ReadonlySet<number> = new Set([1044, 1045, 1049, 1698]);

const PATIENCE_MS = 5_000;
const RECONNECT = { first: 100, factor: 2, max: 5_000, jitter: 0.3 };
/** A connection that dies sooner than this counts as one more failed try, but only up to so many: the server is there. */
const YOUNG = { ms: 2_000, mostTries: 3 };

/** CLIENT_FOUND_ROWS: affected rows are the rows that matched, also where the new value equals the old. */
const FOUND_ROWS = 2;

/** Keeps one connection of the pool, replaced after it broke, with a backoff, for as long as it takes. */
export class Session {
  readonly #options: SessionOptions;
  readonly #closed = new AbortController();
  #current: Promise<Link> | undefined;
  #link: Link | undefined;
  /** Tries since the last connection that lasted. */
  #tries = 0;
  #openedAt = Number.NEGATIVE_INFINITY;
  /** For work that must not meet other work on this connection, or that gathers more while it waits for it. */
  readonly turns: Turns = new Turns();
  #readCommitted = true;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /**
   * The live connection, a new one if the last is dead.
   * Rejects once the session is closed, with a ConfigError, or with LinkLostError where there is none within `ms`: what
   * waits for a connection must look around now and then, for instance whether it is to stop.
   */
  async link(ms: number = PATIENCE_MS): Promise<Link> {
    if (this.#link?.alive) return this.#link;
    this.#current ??= this.#connect().finally(() => {
      this.#current = undefined;
    });
    return within(ms, this.#current);
  }

  /** Whether the binary log permits READ COMMITTED; known once there was a connection. */
  get readCommitted(): boolean {
    return this.#readCommitted;
  }

  /** Whether there is a connection now, as far as can be known without asking the server. */
  get connected(): boolean {
    return this.#link?.alive === true;
  }

  close(): void {
    this.#closed.abort(CLOSED);
    this.#link?.destroy();
  }

  async #connect(): Promise<Link> {
    const { signal } = this.#closed;
    // A server that takes connections and refuses the work (read-only after a failover) must not be stormed.
    if (performance.now() - this.#openedAt >= YOUNG.ms) this.#tries = 0;
    for (;;) {
      if (this.#tries > 0) await pause(exponential(RECONNECT, this.#tries), signal);
      signal.throwIfAborted();
      this.#tries++;
      try {
        this.#link = await this.#open();
        this.#openedAt = performance.now();
        this.#tries = Math.min(this.#tries, YOUNG.mostTries);
        return this.#link;
      } catch (error) {
        if (error instanceof ConfigError || signal.aborted) throw error;
        if (REFUSED.has(errnoOf(error) ?? 0))
          throw new ConfigError(`the database refuses the connection: ${(error as Error).message}`, { cause: error });
        this.#options.onError(error);
      }
    }
  }

  async #open(): Promise<Link> {
    const { pool, timeout, lockWait } = this.#options;
    const core = await acquire(pool);
    const link = new Link(core, timeout);
    try {
      this.#closed.signal.throwIfAborted();
      const flags = core.config?.clientFlags;
      if (flags !== undefined && (flags & FOUND_ROWS) === 0) {
        throw new ConfigError(
          'the pool was made without the client flag FOUND_ROWS: remove "-FOUND_ROWS" from its flags',
        );
      }
      this.#readCommitted = await prepareLink(link, lockWait);
      return link;
    } catch (error) {
      link.destroy();
      throw error;
    }
  }
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const timeout = pause(ms, timer.signal).then(() => {
    throw new LinkLostError("no connection in time");
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    timeout.catch(() => {});
    timer.abort();
  }
}

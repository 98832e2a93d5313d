import { ask } from "../client/ask.js";
import type { CoreConnection } from "../client/mysql.js";
import type { Cell } from "../codec/decode.js";
import { failureOf } from "../sql/server-error.js";
import { compile, type SqlValues, type Statement } from "../sql/statement.js";

/** The connection is gone, or led to a server that cannot do our work. What was learnt on it is worth nothing now. */
export class LinkLostError extends Error {
  override readonly name = "LinkLostError";
}

/** Why a connection is gone that this process closed itself. */
export const CLOSED: Error = new Error("this process closed the connection");

/** Whether what failed was cut off by ourselves: that is no trouble. */
export function isClosedByUs(error: unknown): boolean {
  return error === CLOSED || (error instanceof LinkLostError && error.cause === CLOSED);
}

/** Whatever the user's pool says: cells as numbers and text, rows as arrays. */
const PLAIN = {
  rowsAsArray: true,
  typeCast: true,
  nestTables: false,
  namedPlaceholders: false,
  supportBigNumbers: true,
  bigNumberStrings: false,
  dateStrings: true,
  decimalNumbers: false,
  jsonStrings: true,
};

/**
 * One live connection to one server. Statements run one after the other. It dies once and for all with the first error
 * that is the connection's: candidates read on it may be other rows on the server that the next one leads to.
 */
export class Link {
  readonly #core: CoreConnection;
  readonly #timeout: number;
  /** Statements without an answer: the driver drops them without a word when its connection is destroyed. */
  readonly #pending = new Set<(error: LinkLostError) => void>();
  #dead: unknown;

  /** @param timeout ms without a reply after which the connection counts as half open. */
  constructor(core: CoreConnection, timeout: number) {
    this.#core = core;
    this.#timeout = timeout;
    core.on("error", () => this.destroy("the connection broke"));
  }

  get alive(): boolean {
    return this.#dead === undefined;
  }

  async read(statement: Statement, values: SqlValues = {}): Promise<readonly (readonly Cell[])[]> {
    return (await this.#run(this.#render(statement, values))) as readonly (readonly Cell[])[];
  }

  /** Answers the number of rows that the guard matched. */
  async write(statement: Statement, values: SqlValues = {}): Promise<number> {
    return ((await this.#run(this.#render(statement, values))) as { affectedRows: number }).affectedRows;
  }

  async execute(sql: string): Promise<void> {
    await this.#run(sql);
  }

  /** Never returned to the pool: its session settings are ours. */
  destroy(reason: unknown = CLOSED): void {
    if (this.#dead !== undefined) return;
    this.#dead = reason;
    this.#core.destroy();
    for (const reject of this.#pending) reject(lostBy(reason));
    this.#pending.clear();
  }

  #render(statement: Statement, values: SqlValues): string {
    return statement.render(values, (value) =>
      this.#core.escape(typeof value === "string" ? value : Buffer.from(value)),
    );
  }

  #run(sql: string): Promise<unknown> {
    if (this.#dead !== undefined) return Promise.reject(lostBy(this.#dead));
    return new Promise((resolve, reject) => {
      this.#pending.add(reject);
      ask(this.#core, { ...PLAIN, sql }, this.#timeout).then(
        (result) => {
          this.#pending.delete(reject);
          resolve(result);
        },
        (error: unknown) => {
          // After `destroy` this promise is rejected already, as lost.
          if (failureOf(error) === "connection") this.destroy(error);
          this.#pending.delete(reject);
          reject(error);
        },
      );
    });
  }
}

function lostBy(reason: unknown): LinkLostError {
  return new LinkLostError(reason instanceof Error ? reason.message : String(reason), { cause: reason });
}

/**
 * Settings of one of the worker's own sessions. Locks are waited for `lockWait` seconds.
 * Answers whether the session runs at READ COMMITTED.
 */
export async function prepareLink(link: Link, lockWait: number): Promise<boolean> {
  const variables = new Map((await link.read(BINLOG)).map((row) => [String(row[0]), String(row[1])]));
  // Error 1665: READ COMMITTED cannot be written to a statement-based binary log.
  const readCommitted = variables.get("log_bin") !== "ON" || variables.get("binlog_format") !== "STATEMENT";
  if (readCommitted) await link.execute("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
  // sql_mode: backslash escapes as the driver writes them, and an error text never fails the write of an outcome.
  await link.execute(
    `SET NAMES utf8mb4, SESSION sql_mode = '', autocommit = 1, wait_timeout = 28800, innodb_lock_wait_timeout = ${lockWait}`,
  );
  return readCommitted;
}

const BINLOG = compile("SHOW VARIABLES WHERE Variable_name IN ('log_bin', 'binlog_format')");

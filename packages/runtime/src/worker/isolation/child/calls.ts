import { isKysely, type KyselyDatabase } from "../../../client/kysely.js";
import { corePool, isMysqlPool, type MysqlPool } from "../../../client/mysql.js";
import { ConfigError } from "../../../errors.js";
import { type JobTransaction, kyselyTransaction, mysqlTransaction } from "../../transaction.js";
import type { Step } from "../messages.js";
import type { Channel } from "./channel.js";
import { LedCall } from "./led-call.js";

/** What the module of a handler may export beside it: the database that `ctx.transaction` runs on in this process. */
interface Databases {
  readonly db?: MysqlPool;
  readonly kysely?: KyselyDatabase<unknown>;
}

type Work = (trx: never) => Promise<unknown>;

/** The functions that handlers gave to `ctx.transaction` and `ctx.once`. The worker says when each is run, and how it ends. */
export class Calls {
  readonly #channel: Channel;
  readonly #databases: Databases;
  /** Of the handler, for messages. */
  readonly #file: string;
  readonly #open = new Map<number, LedCall>();
  #count = 0;

  constructor(channel: Channel, exports: Readonly<Record<string, unknown>>, file: string) {
    this.#channel = channel;
    this.#databases = databasesOf(exports);
    this.#file = file;
  }

  /** Whether functions can be run in transactions here. */
  get hasDatabase(): boolean {
    return this.#databases.db !== undefined || this.#databases.kysely !== undefined;
  }

  /** Resolves with what `fn` gave, as it is. */
  async transaction(run: number, fn: Work): Promise<unknown> {
    const made = new LedCall(fn as (trx: unknown) => Promise<unknown>, false);
    this.#needDatabase("ctx.transaction");
    await this.#led(made, (call) => this.#channel.ask(run, { what: "transaction", call }));
    return made.value;
  }

  /** Resolves with what the worker keeps of what `fn` gave, now or earlier. */
  async once(run: number, args: readonly unknown[]): Promise<unknown> {
    const [key, fn, options] = typeof args[0] === "function" ? [undefined, ...args] : args;
    if (typeof fn !== "function") throw new TypeError("ctx.once takes a function: ctx.once(key, async (trx) => ...)");
    const transactional = (options as { transaction?: unknown } | undefined)?.transaction !== false;
    if (transactional) this.#needDatabase("ctx.once");
    const made = new LedCall(fn as (trx: unknown) => Promise<unknown>, true);
    return this.#led(made, (call) => this.#channel.ask(run, { what: "once", call, key, transactional }));
  }

  /** Does one step and tells the worker. */
  async step(number: number, step: Step): Promise<void> {
    const open = ({ readCommitted, silence }: Extract<Step, { readonly step: "begin" }>) =>
      this.#opener(readCommitted, silence);
    const did = (await this.#open.get(number)?.step(step, open)) ?? { affected: 0 };
    this.#channel.send({ kind: "did", call: number, ...did });
  }

  async #led<T>(made: LedCall, ask: (call: number) => Promise<T>): Promise<T> {
    const number = ++this.#count;
    this.#open.set(number, made);
    try {
      return await ask(number);
    } catch (error) {
      // What the handler itself threw in there, as the very object that it threw.
      throw made.isOwn(error) ? made.thrown : error;
    } finally {
      this.#open.delete(number);
    }
  }

  /** A connection cannot be lent to another process. */
  #needDatabase(what: string): void {
    if (this.hasDatabase) return;
    throw new ConfigError(
      `${what} in a child process needs a pool of its own: export it from ${this.#file}: export const db = createPool({ uri, connectionLimit: 1 })`,
    );
  }

  #opener(readCommitted: boolean, silence: number): JobTransaction<unknown> {
    const { db, kysely } = this.#databases;
    if (kysely !== undefined) return kyselyTransaction(kysely, { readCommitted });
    return mysqlTransaction(corePool(db!), { readCommitted }, silence) as JobTransaction<unknown>;
  }
}

function databasesOf({ db, kysely }: Readonly<Record<string, unknown>>): Databases {
  return {
    ...(isObject(db) && isMysqlPool(db as MysqlPool) && { db: db as MysqlPool }),
    ...(isObject(kysely) && isKysely(kysely) && { kysely: kysely as unknown as KyselyDatabase<unknown> }),
  };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

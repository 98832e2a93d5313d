import { encodeJson } from "../codec/json.js";
import { ClaimLostError, ConfigError, KeyBusyError } from "../errors.js";
import { retryTransient } from "../sql/retry-transient.js";
import type { Claimed } from "./claimed.js";
import type { OnceLog } from "./once-log.js";
import type { JobTransaction } from "./transaction.js";

const MOST_KEY = 191;
/** Of JSON text. What is longer belongs into a table of its own. */
const MOST_BYTES = 1_048_576;

/** `ctx.once`, as a handler calls it. */
export interface Once<Trx> {
  /** The key is the job's uid: for a handler with one effect. */
  <T>(fn: (trx: Trx) => Promise<T>): Promise<T>;
  <T>(key: string, fn: (trx: Trx) => Promise<T>): Promise<T>;
  /** For effects outside the database. Without a transaction fn runs at least once, and not again once it is marked as done. */
  <T>(key: string, fn: () => Promise<T>, options: { readonly transaction: false }): Promise<T>;
}

/** What a call came to. */
export interface OnceCall<Trx> {
  readonly key: string;
  readonly fn: (trx: Trx) => Promise<unknown>;
  /** fn and the mark in one transaction. */
  readonly transactional: boolean;
}

/** Reads the arguments of a call. Throws where they are not what `Once` says. */
export function onceCall<Trx>(item: Claimed<unknown>, args: readonly unknown[]): OnceCall<Trx> {
  const [key, fn, options] = typeof args[0] === "function" ? [undefined, ...args] : args;
  if (typeof fn !== "function") throw new TypeError("ctx.once takes a function: ctx.once(key, async (trx) => ...)");
  const transactional = (options as { transaction?: unknown } | undefined)?.transaction !== false;
  // A job that was enqueued before the column has no uid; its id is the next best.
  const name = key === undefined ? item.uid || `id:${item.id}` : checkKey(key);
  return { key: name, fn: fn as OnceCall<Trx>["fn"], transactional };
}

function checkKey(key: unknown): string {
  if (typeof key !== "string" || key === "")
    throw new TypeError("ctx.once: the key is not a text with something in it");
  if (!key.isWellFormed()) throw new TypeError("ctx.once: the key has a lone surrogate");
  if (key.length > MOST_KEY) throw new RangeError(`ctx.once: the key has more than ${MOST_KEY} characters`);
  // The database compares without them.
  if (key.endsWith(" ")) throw new TypeError("ctx.once: the key ends with a space");
  return key;
}

export interface OnceRunnerOptions<Trx> {
  readonly queue: string;
  /** Undefined for a queue without the option. */
  readonly log: OnceLog | undefined;
  readonly transaction: JobTransaction<Trx>;
  /** Told of errors that were dealt with. */
  readonly onError: (error: unknown) => void;
}

/** Runs the functions of `ctx.once`. */
export class OnceRunner<Trx> {
  readonly #options: OnceRunnerOptions<Trx>;

  constructor(options: OnceRunnerOptions<Trx>) {
    this.#options = options;
  }

  /** Answers what fn gave, now or in an earlier attempt, as JSON gives it back. */
  async run(item: Claimed<unknown>, call: OnceCall<Trx>): Promise<unknown> {
    const { queue, log, onError } = this.#options;
    if (log === undefined) {
      throw new ConfigError(`queue ${queue} has no log for ctx.once: declare \`once: true\`, generate and migrate`);
    }
    const state = await log.begin(item, call.key);
    if (state.kind === "done") return decode(state.result);
    if (state.kind === "busy")
      throw new KeyBusyError(queue, item.id, call.key, state.job ? `job ${state.job}` : "another attempt");
    try {
      return await (call.transactional ? this.#inTransaction(item, call, log) : this.#alone(item, call, log));
    } catch (error) {
      // Where the mark may be there after all it matches nothing.
      await log.forget(item, call.key).catch(onError);
      throw error;
    }
  }

  /** The mark is the last statement before the commit: fn's effects and the mark, both or neither. */
  async #inTransaction(item: Claimed<unknown>, { key, fn }: OnceCall<Trx>, log: OnceLog): Promise<unknown> {
    const { transaction, onError } = this.#options;
    let result: string | null = null;
    let marked = false;
    const attempt = () =>
      transaction(
        async (trx) => {
          if (item.voided) throw item.voided;
          marked = false;
          result = encode(await fn(trx));
        },
        async (write) => {
          if (item.voided) throw item.voided;
          marked = true;
          if ((await write(() => log.mark(item, key, result))) === 0) throw this.#takenOver(item, key);
        },
      );
    try {
      await retryTransient(attempt, onError, () => item.voided === undefined);
    } catch (error) {
      // The reply to the commit may be lost, not the commit.
      const inDoubt = marked && !(error instanceof ClaimLostError);
      if (!inDoubt || !(await log.isDone(item, key))) throw error;
    }
    return decode(result);
  }

  async #alone(item: Claimed<unknown>, { key, fn }: OnceCall<Trx>, log: OnceLog): Promise<unknown> {
    const result = encode(await (fn as () => Promise<unknown>)());
    if (!(await log.done(item, key, result))) throw this.#takenOver(item, key);
    return decode(result);
  }

  #takenOver(item: Claimed<unknown>, key: string): ClaimLostError {
    const why = `another attempt has taken over the key ${JSON.stringify(key)} of ctx.once`;
    return new ClaimLostError(this.#options.queue, item.id, why);
  }
}

function encode(value: unknown): string | null {
  if (value === undefined) return null;
  const fail = (path: string, problem: string): never => {
    throw new TypeError(`ctx.once keeps what fn returns as JSON: ${path} ${problem}`);
  };
  const text = encodeJson(value, "result", fail);
  if (Buffer.byteLength(text) > MOST_BYTES) fail("result", "is longer than 1 MiB");
  return text;
}

/** The first call answers what the later ones will, so that a difference shows at once. */
function decode(text: string | null): unknown {
  return text === null ? undefined : JSON.parse(text);
}

/** The pool, the connection, the registry or the database is not as the queue needs it. The message says what to change. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** A command-line flag of the worker cannot be used as written. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A job cannot be stored without losing something. Thrown before anything is written. */
export class PayloadError extends Error {
  override readonly name = "PayloadError";
  readonly queue: string;
  /** Position of the job in the call. */
  readonly index: number;
  /** Where in the job: `payload.items[2].name`. */
  readonly path: string;

  constructor(queue: string, index: number, path: string, problem: string) {
    super(`queue ${queue}, job ${index}, ${path}: ${problem}`);
    this.queue = queue;
    this.index = index;
    this.path = path;
  }
}

/** The claim on a job ran out or went to another worker: nothing this worker does to the job counts any more. */
export class ClaimLostError extends Error {
  override readonly name = "ClaimLostError";
  readonly queue: string;
  readonly id: string;

  constructor(queue: string, id: string, why: string) {
    super(`queue ${queue}, job ${id}: claim lost, ${why}`);
    this.queue = queue;
    this.id = id;
  }
}

/** The handler took longer than the queue's `timeout`: the attempt has failed, whatever the handler still does. */
export class HandlerTimeoutError extends Error {
  override readonly name = "HandlerTimeoutError";
  readonly queue: string;
  readonly id: string;
  /** ms */
  readonly timeout: number;

  constructor(queue: string, id: string, timeout: number) {
    super(`queue ${queue}, job ${id}: the handler timed out after ${timeout / 1000} s`);
    this.queue = queue;
    this.id = id;
    this.timeout = timeout;
  }
}

/** With isolation "process": the child process that ran the handler is gone. The attempt has failed. */
export class HandlerCrashedError extends Error {
  override readonly name = "HandlerCrashedError";
  readonly queue: string;
  readonly id: string;

  constructor(queue: string, id: string, why: string) {
    super(`queue ${queue}, job ${id}: the process of the handler ${why}`);
    this.queue = queue;
    this.id = id;
  }
}

/** Another job works on a key of `ctx.once` at this moment. Not caught, it gives the job back for a second, and the attempt is not counted. */
export class KeyBusyError extends Error {
  override readonly name = "KeyBusyError";
  readonly queue: string;
  readonly id: string;
  readonly key: string;

  /** @param holder who works on it */
  constructor(queue: string, id: string, key: string, holder: string) {
    super(`queue ${queue}, job ${id}: ${holder} works on the key ${JSON.stringify(key)} of ctx.once at this moment`);
    this.queue = queue;
    this.id = id;
    this.key = key;
  }
}

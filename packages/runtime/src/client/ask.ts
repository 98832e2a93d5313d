import type { CoreConnection } from "./mysql.js";

/** The connection does not answer: half open, or something that stands before the statement is never answered. */
export class NoReplyError extends Error {
  override readonly name = "NoReplyError";
}

/**
 * The reply to one statement. Rejects with the driver's error, or with NoReplyError after `timeout` ms.
 *
 * The time counts from here. The driver's own limit begins when it sends, so a statement behind one that is never answered,
 * such as a `SET` that a listener of the pool's "connection" event sends without a limit, would wait for ever.
 */
export function ask(core: Pick<CoreConnection, "query">, options: object, timeout: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoReplyError(`no reply from the database in ${timeout} ms`)), timeout);
    core.query(options, (error, result) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve(result);
    });
  });
}

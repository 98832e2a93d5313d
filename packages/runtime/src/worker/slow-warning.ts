import type { JobTransaction } from "./transaction.js";

const LONG_WAIT_MS = 5_000;

/** Says so where a transaction waits long for its connection: handlers that hold one and ask for a second can wait for ever. */
export function warnWhenSlow<Trx>(
  open: JobTransaction<Trx>,
  name: string,
  warn: (message: string) => void,
): JobTransaction<Trx> {
  return async (fn, complete) => {
    const slow = setTimeout(
      () =>
        warn(
          `${name} has waited ${LONG_WAIT_MS / 1000} s for a connection of the pool: raise its connectionLimit, and do not use the pool inside ${name}`,
        ),
      LONG_WAIT_MS,
    );
    try {
      return await open((trx) => {
        clearTimeout(slow);
        return fn(trx);
      }, complete);
    } finally {
      clearTimeout(slow);
    }
  };
}

import { ask } from "../client/ask.js";
import { acquire, type CorePool } from "../client/mysql.js";
import { quoteText } from "../sql/quote-text.js";
import { failureOf } from "../sql/server-error.js";
import type { SqlValues, Statement } from "../sql/statement.js";

/** Runs statements on one connection, each by itself. */
export interface Ask {
  read(statement: Statement, values: SqlValues): Promise<readonly (readonly unknown[])[]>;
  /** Answers the number of rows that the guard matched. */
  write(statement: Statement, values: SqlValues): Promise<number>;
}

/** Whatever the user's pool says: rows as arrays. */
const PLAIN = { rowsAsArray: true, typeCast: true, nestTables: false, namedPlaceholders: false };

/**
 * Work on a connection of the user's pool, for what may have to wait for a lock: on the worker's own connection the claims
 * and outcomes of all jobs would wait with it.
 * @param timeout ms without a reply after which the connection counts as half open
 */
export async function onPool<T>(pool: CorePool, timeout: number, work: (ask: Ask) => Promise<T>): Promise<T> {
  const core = await acquire(pool);
  // The session's sql_mode is the user's: texts are quoted so that they read the same under each.
  const send = (statement: Statement, values: SqlValues) =>
    ask(core, { ...PLAIN, sql: statement.render(values, (text) => quoteText(String(text))) }, timeout);
  try {
    const result = await work({
      read: async (statement, values) => (await send(statement, values)) as readonly (readonly unknown[])[],
      write: async (statement, values) =>
        ((await send(statement, values)) as { readonly affectedRows: number }).affectedRows,
    });
    core.release?.();
    return result;
  } catch (error) {
    if (failureOf(error) === "connection") core.destroy();
    else core.release?.();
    throw error;
  }
}

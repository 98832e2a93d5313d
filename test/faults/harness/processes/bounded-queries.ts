import { setTimeout as delay } from "node:timers/promises";
import type { Pool, QueryValues } from "mysql2/promise";

/** What writes ledger rows: the pool, or the connection of a transaction. */
export interface Client {
  query(sql: string, values?: unknown): Promise<[unknown, unknown]>;
}

/** Longer than the lease: whoever waits this long has lost the claim, and only keeps a slot. */
const LIMIT_MS = 6_000;

/** Queries on connections of the pool that end, whatever the network swallows: the driver itself would wait for ever. */
export function boundedQueries(pool: Pool): Client {
  return {
    async query(sql, values) {
      const connection = await pool.getConnection();
      try {
        const reply = await replied(connection.query(sql, values as QueryValues));
        connection.release();
        return reply;
      } catch (error) {
        connection.destroy();
        throw error;
      }
    },
  };
}

/** The reply, or an error where there is none in time: its connection is then good for nothing. */
export async function replied<Reply>(reply: Promise<Reply>): Promise<Reply> {
  const timer = new AbortController();
  const silence = delay(LIMIT_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no reply in ${LIMIT_MS} ms`);
  });
  silence.catch(() => {});
  try {
    return await Promise.race([reply, silence]);
  } finally {
    timer.abort();
  }
}

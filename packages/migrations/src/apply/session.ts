import type { Connection, RowDataPacket } from "mysql2/promise";

/** One connection with everything pinned that could make the same file mean different things on two machines. */
export interface Session {
  readonly database: string;
  /** Rows of a query, values bound. */
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Runs a statement as it is written. */
  run(sql: string, values?: readonly unknown[]): Promise<void>;
}

/** The servers' own defaults are a year or a day (tables) and 50 s (rows). */
const LOCK_TIMEOUT_SECONDS = 3;

/**
 * Takes over a connection for migrations. It must have a database selected. `lockTimeout`: seconds that a statement waits
 * for a table or a row that somebody else uses.
 */
export async function openSession(
  connection: Connection,
  lockTimeout: number = LOCK_TIMEOUT_SECONDS,
): Promise<Session> {
  const rows = async <Row>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> => {
    const [result] = await connection.query<RowDataPacket[]>(sql, [...values]);
    return result as unknown as readonly Row[];
  };
  const run = async (sql: string, values: readonly unknown[] = []): Promise<void> => {
    await connection.query(sql, [...values]);
  };
  // Strict, so that nothing is cut silently; without ANSI_QUOTES and NO_BACKSLASH_ESCAPES, as the splitter reads.
  await run("SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'");
  await run("SET SESSION autocommit = 1");
  // A DDL statement that waits for a table keeps everybody behind it waiting as well: it must not wait for long.
  await run(`SET SESSION lock_wait_timeout = ${lockTimeout}`);
  await run(`SET SESSION innodb_lock_wait_timeout = ${lockTimeout}`);
  const [row] = await rows<{ name: string }>("SELECT DATABASE() AS name");
  return { database: row?.name ?? "", rows, run };
}

/** Whether a statement was cut off on its way, so that nobody knows whether it took effect. */
export function isConnectionLost(error: unknown): boolean {
  const { code, fatal, errno } = error as { code?: string; fatal?: boolean; errno?: number };
  // 1053 server shutdown, 1317 query interrupted, 1927 connection killed (MariaDB), 2006 and 2013 gone away.
  return fatal === true || code === "PROTOCOL_CONNECTION_LOST" || [1053, 1317, 1927, 2006, 2013].includes(errno ?? 0);
}

/** Whether a statement gave up because of somebody's lock; it has changed nothing then. */
export function isLockWait(error: unknown): boolean {
  // 1205 lock wait timeout, 1213 deadlock: both for metadata locks as well.
  return [1205, 1213].includes((error as { errno?: number }).errno ?? 0);
}

/** The number and words of a server's error, for a sentence: `1142 INSERT command denied to user ...`. */
export function serverWords(error: unknown): string {
  const { errno, message } = error as { errno?: number; message?: string };
  return errno === undefined || errno < 1000 ? String(message) : `${errno} ${message}`;
}

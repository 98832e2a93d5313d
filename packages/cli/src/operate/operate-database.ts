import { setTimeout as delay } from "node:timers/promises";
import type { Connection, ResultSetHeader, RowDataPacket } from "mysql2/promise";

/** Values by name (`:name`); a list expands. Ids are as `jobKeys` makes them. */
export type OperateValues = Readonly<Record<string, unknown>>;

/** A connection in autocommit: each statement stands for itself. */
export interface OperateDatabase {
  readonly connection: Connection;
  rows<Row>(sql: string, values?: OperateValues): Promise<readonly Row[]>;
  /** Answers the number of rows that the guard matched. */
  change(sql: string, values: OperateValues): Promise<number>;
}

const LOCK_WAIT_S = 5;
const TRIES = 4;
const FIRST_PAUSE_MS = 50;

/** Prepares a connection as the workers prepare theirs: READ COMMITTED where the binary log permits, short waits for locks. */
export async function openOperateDatabase(connection: Connection): Promise<OperateDatabase> {
  const database: OperateDatabase = {
    connection,
    rows: async <Row>(sql: string, values: OperateValues = {}) => {
      const [rows] = await repeated(() => connection.query<RowDataPacket[]>({ sql, ...NAMED }, named(values)));
      return rows as unknown as readonly Row[];
    },
    change: async (sql, values) => {
      const [result] = await repeated(() => connection.query<ResultSetHeader>({ sql, ...NAMED }, named(values)));
      return result.affectedRows;
    },
  };
  const log = await database.rows<{ Variable_name: string; Value: string }>(
    "SHOW VARIABLES WHERE Variable_name IN ('log_bin', 'binlog_format')",
  );
  const variable = new Map(log.map(({ Variable_name, Value }) => [Variable_name, Value]));
  // Error 1665: READ COMMITTED cannot be written to a statement-based binary log.
  if (variable.get("log_bin") !== "ON" || variable.get("binlog_format") !== "STATEMENT") {
    await connection.query("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
  }
  // sql_mode: backslashes escape, as the driver writes them.
  await connection.query(`SET SESSION sql_mode = '', autocommit = 1, innodb_lock_wait_timeout = ${LOCK_WAIT_S}`);
  return database;
}

const NAMED = { namedPlaceholders: true } as const;

/** The driver's types know no objects here. */
function named(values: OperateValues): string[] {
  return values as unknown as string[];
}

/** Deadlocks and waits for locks end by themselves. */
async function repeated<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const { errno } = error as { errno?: number };
      if (tries === TRIES || (errno !== 1213 && errno !== 1205)) throw error;
      await delay(FIRST_PAUSE_MS * 2 ** tries * (0.5 + Math.random()));
    }
  }
}

import type { Connection, RowDataPacket } from "mysql2/promise";

/** A connection on which nothing lasts: short lock waits, and every statement inside a transaction that is rolled back. */
export interface ExplainSession {
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Runs a statement with values by name (`:name`). */
  named<Row>(sql: string, values: Readonly<Record<string, unknown>>): Promise<readonly Row[]>;
}

/** Prepares a connection: nothing it does waits for a lock longer than a second. */
export async function openExplainSession(connection: Connection): Promise<ExplainSession> {
  const session: ExplainSession = {
    rows: async <Row>(sql: string, values: readonly unknown[] = []) => {
      const [rows] = await connection.query<RowDataPacket[]>(sql, [...values]);
      return rows as unknown as readonly Row[];
    },
    named: async <Row>(sql: string, values: Readonly<Record<string, unknown>>) => {
      const byName = values as Record<string, string>;
      const [rows] = await connection.query<RowDataPacket[]>({ sql, namedPlaceholders: true }, byName);
      return rows as unknown as readonly Row[];
    },
  };
  await session.rows("SET SESSION autocommit = 1");
  await session.rows("SET SESSION innodb_lock_wait_timeout = 1");
  await session.rows("SET SESSION lock_wait_timeout = 1");
  if (!(await logsStatements(session))) {
    // As the workers do; row locks of rows that do not match are given up at once.
    await session.rows("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
  }
  return session;
}

/** With binlog_format STATEMENT a server refuses every write at READ COMMITTED (1665). */
async function logsStatements(session: ExplainSession): Promise<boolean> {
  const variables = await session.rows<{ Variable_name: string; Value: string }>(
    "SHOW VARIABLES WHERE Variable_name IN ('log_bin', 'binlog_format')",
  );
  const value = (name: string): string | undefined =>
    variables.find((variable) => variable.Variable_name === name)?.Value;
  return value("log_bin") === "ON" && value("binlog_format") === "STATEMENT";
}

/** Does `work` inside a transaction and undoes it. */
export async function rolledBack<Result>(session: ExplainSession, work: () => Promise<Result>): Promise<Result> {
  await session.rows("START TRANSACTION");
  try {
    return await work();
  } finally {
    await session.rows("ROLLBACK");
  }
}

import type { Connection, RowDataPacket } from "mysql2/promise";

/** Rows of one statement, values bound. */
export type Query = <Row>(sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** Objects by column name, whatever the options of the connection. */
export function queryOf(connection: Pick<Connection, "query">): Query {
  return async <Row>(sql: string, values: readonly unknown[] = []) => {
    const [rows] = await connection.query<RowDataPacket[]>({ sql, values: [...values], rowsAsArray: false });
    return rows as unknown as readonly Row[];
  };
}

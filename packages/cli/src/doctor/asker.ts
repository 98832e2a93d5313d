import type { Connection, RowDataPacket } from "mysql2/promise";

/** Asks a server and remembers what it would not tell. */
export interface Asker {
  /** Rows of a query; `undefined` where the user may not see them or the server has no such table. `topic` names it for people. */
  ask<Row>(topic: string, sql: string, values?: readonly unknown[]): Promise<readonly Row[] | undefined>;
  /** The number of the error with which the server refuses a statement; 0 where it does not. */
  tryOut(sql: string): Promise<number>;
  /** Something else could not be looked at. */
  missed(topic: string, because: string): void;
  /** Topics that could not be looked at, and why. */
  readonly unseen: readonly { readonly topic: string; readonly because: string }[];
}

/** 1044, 1142, 1143, 1227, 1345: denied; 1109, 1146: no such table; 1205: somebody holds it. */
const NOT_TOLD: readonly number[] = [1044, 1109, 1142, 1143, 1146, 1205, 1227, 1345];

/** Nothing that it asks waits for a lock longer than a second. */
export async function openAsker(connection: Connection): Promise<Asker> {
  await connection.query("SET SESSION lock_wait_timeout = 1");
  await connection.query("SET SESSION innodb_lock_wait_timeout = 1");
  const unseen: { topic: string; because: string }[] = [];
  return {
    unseen,
    missed: (topic, because) => void unseen.push({ topic, because }),
    async tryOut(sql) {
      try {
        await connection.query(sql);
        return 0;
      } catch (error) {
        const { errno, fatal } = error as { errno?: number; fatal?: boolean };
        if (errno === undefined || fatal) throw error;
        return errno;
      }
    },
    async ask<Row>(topic: string, sql: string, values: readonly unknown[] = []) {
      try {
        const [rows] = await connection.query<RowDataPacket[]>(sql, [...values]);
        return rows as unknown as readonly Row[];
      } catch (error) {
        const { errno = 0, message } = error as { errno?: number; message: string };
        if (!NOT_TOLD.includes(errno)) throw error;
        unseen.push({ topic, because: message });
        return undefined;
      }
    },
  };
}

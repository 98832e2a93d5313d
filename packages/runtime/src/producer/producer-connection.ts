import { isKysely, type KyselyExecutor, runOnKysely } from "../client/kysely.js";
import {
  acquire,
  type CoreConnection,
  coreConnection,
  corePool,
  isMysqlPool,
  type MysqlClient,
} from "../client/mysql.js";
import { retryTransient } from "../sql/retry-transient.js";
import type { ProducerClient } from "./enqueue.js";

/** Text with `?` in it, and what the driver quotes in their place. */
export interface BoundSql {
  readonly sql: string;
  readonly values: readonly unknown[];
}

export interface Execute {
  read(query: BoundSql): Promise<readonly Record<string, unknown>[]>;
  /** Answers the first id that the statement gave. */
  insert(query: BoundSql): Promise<bigint>;
}

/** A place to write jobs to. */
export interface Producer {
  /** Whether what was written is committed when the call returns. */
  readonly commits: boolean;
  /** The driver's own quoting, where it can be reached: cheaper than binding. */
  readonly escape: CoreConnection["escape"] | undefined;
  /** Runs statements one by one; with `atomic` all of them or none. Repeats after deadlocks where it owns the transaction. */
  run<T>(atomic: boolean, work: (execute: Execute) => Promise<T>): Promise<T>;
}

export function openProducer(client: ProducerClient): Producer {
  if (isKysely(client)) return client.isTransaction ? borrowed(kyselyExecute(client)) : kyselyProducer(client);
  if (isMysqlPool(client)) return poolProducer(client);
  const core = coreConnection(client);
  return borrowed(mysqlExecute(core), (value) => core.escape(value));
}

/** The caller's transaction: nothing is begun, committed or repeated here. */
function borrowed(execute: Execute, escapeValue?: Producer["escape"]): Producer {
  return { commits: false, escape: escapeValue, run: (_atomic, work) => work(execute) };
}

function poolProducer(client: MysqlClient): Producer {
  const pool = corePool(client as never);
  return {
    commits: true,
    escape: (value) => pool.escape(value),
    run: (atomic, work) =>
      retryTransient(async () => {
        if (!atomic) return work(mysqlExecute(pool));
        const connection = await acquire(pool);
        const execute = mysqlExecute(connection);
        try {
          await execute.read({ sql: "START TRANSACTION", values: [] });
          const result = await work(execute);
          await execute.read({ sql: "COMMIT", values: [] });
          connection.release?.();
          return result;
        } catch (error) {
          await execute.read({ sql: "ROLLBACK", values: [] }).then(
            () => connection.release?.(),
            () => connection.destroy(),
          );
          throw error;
        }
      }, ignore),
  };
}

function kyselyProducer(client: KyselyExecutor): Producer {
  return {
    commits: true,
    escape: undefined,
    run: (atomic, work) =>
      retryTransient(() => {
        if (!atomic) return work(kyselyExecute(client));
        const run = (trx: KyselyExecutor) => work(kyselyExecute(trx));
        return client.transaction().execute(run) as ReturnType<typeof work>;
      }, ignore),
  };
}

function mysqlExecute(core: Pick<CoreConnection, "query">): Execute {
  const query = ({ sql, values }: BoundSql): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const options = { sql, values, rowsAsArray: false, namedPlaceholders: false, nestTables: false, typeCast: true };
      core.query(options, (error, result) => (error ? reject(error) : resolve(result)));
    });
  return {
    read: async (bound) => (await query(bound)) as readonly Record<string, unknown>[],
    insert: async (bound) => unsigned(((await query(bound)) as { insertId: number | string }).insertId),
  };
}

function kyselyExecute(client: KyselyExecutor): Execute {
  return {
    read: async ({ sql, values }) =>
      (await runOnKysely(client, sql, values)).rows as readonly Record<string, unknown>[],
    insert: async ({ sql, values }) => unsigned((await runOnKysely(client, sql, values)).insertId ?? 0n),
  };
}

/** The driver reads the first id of a statement as a signed number. */
function unsigned(id: number | string | bigint): bigint {
  return BigInt.asUintN(64, BigInt(id));
}

function ignore(): void {}

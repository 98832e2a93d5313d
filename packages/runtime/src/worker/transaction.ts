import { ask } from "../client/ask.js";
import { type KyselyDatabase, type KyselyExecutor, runOnKysely } from "../client/kysely.js";
import { acquire, type CorePool, type MysqlConnection } from "../client/mysql.js";
import { ClaimLostError } from "../errors.js";
import { committed } from "../producer/wake.js";
import type { Session } from "../session/session.js";
import { retryTransient } from "../sql/retry-transient.js";
import { failureOf } from "../sql/server-error.js";
import type { Claimed } from "./claimed.js";
import type { Source } from "./source.js";

/** Opens a transaction at READ COMMITTED, runs `fn`, then `complete` as the last statement, and commits. */
export type JobTransaction<Trx> = <T>(
  fn: (trx: Trx) => Promise<T>,
  complete: (write: (render: Render) => Promise<number>) => Promise<void>,
) => Promise<T>;

type Isolation = Pick<Session, "readCommitted">;
type Render = (quote: (value: string | Uint8Array) => string) => string;

/**
 * At REPEATABLE READ the completion after a heartbeat would fail with 1020 (MariaDB), and a read would believe an old claim.
 * @param timeout ms without a reply to one of our own statements after which the connection counts as half open
 */
export function mysqlTransaction(pool: CorePool, main: Isolation, timeout: number): JobTransaction<MysqlConnection> {
  return async (fn, complete) => {
    const core = await acquire(pool);
    const connection = core.promise();
    let answers = true;
    const send = async (sql: string) => {
      try {
        return (await ask(core, { sql }, timeout)) as { readonly affectedRows: number };
      } catch (error) {
        answers = failureOf(error) !== "connection";
        throw error;
      }
    };
    try {
      if (main.readCommitted) await send("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
      await send("START TRANSACTION");
      const result = await fn(connection);
      await complete(async (render) => (await send(render((value) => connection.escape(value)))).affectedRows);
      await send("COMMIT");
      committed(core);
      core.release?.();
      return result;
    } catch (error) {
      // A connection that no longer answers is not asked again: the driver would keep that question for ever.
      if (answers) await send("ROLLBACK").catch(() => {});
      if (answers) core.release?.();
      else core.destroy();
      throw error;
    }
  };
}

export function kyselyTransaction<Trx>(kysely: KyselyDatabase<Trx>, main: Isolation): JobTransaction<Trx> {
  return (fn, complete) => {
    const builder = kysely.transaction();
    const transaction = main.readCommitted ? builder.setIsolationLevel("read committed") : builder;
    let own: object = {};
    const running = transaction.execute(async (trx) => {
      own = trx as object;
      const result = await fn(trx);
      await complete(async (render) => {
        const parameters: unknown[] = [];
        const sql = render((value) => {
          parameters.push(value);
          return "?";
        });
        return Number((await runOnKysely(trx as KyselyExecutor, sql, parameters)).numAffectedRows ?? 0n);
      });
      return result;
    });
    return running.then((result) => {
      committed(own);
      return result;
    });
  };
}

/**
 * The handler's effects and the completion of its job, both or neither. The guard of the completion decides, whatever a
 * read says: no row matched = the claim is gone = roll back.
 */
export async function completeInTransaction<Job, Trx, T>(
  open: JobTransaction<Trx>,
  source: Pick<Source<Job>, "completion" | "completed">,
  item: Claimed<Job>,
  queue: string,
  fn: (trx: Trx) => Promise<T>,
  onRetry: (error: unknown) => void,
): Promise<T> {
  let result: { readonly value: T } | undefined;
  try {
    return await retryTransient(
      () =>
        open(
          async (trx) => {
            if (item.voided) throw item.voided;
            const value = await fn(trx);
            result = { value };
            return value;
          },
          async (write) => {
            if (item.voided) throw item.voided;
            // From here the transaction may hold the job's row: a heartbeat of it would wait, and hold up its neighbours.
            item.locked = true;
            const affected = await write((quote) => source.completion(item, quote));
            if (affected === 0) throw new ClaimLostError(queue, item.id, "its transaction is rolled back");
          },
        ).catch((error: unknown) => {
          if (!(item.locked && failureOf(error) === "connection")) item.locked = false;
          throw error;
        }),
      onRetry,
      () => item.lost === undefined && item.voided === undefined,
    );
  } catch (error) {
    // The reply to the commit may be lost, not the commit.
    const inDoubt = item.locked && result !== undefined && !(error instanceof ClaimLostError);
    if (inDoubt && (await source.completed(item))) return result!.value;
    item.locked = false;
    throw error;
  }
}

import { isKysely, type KyselyExecutor } from "../client/kysely.js";
import { coreConnection, type MysqlClient } from "../client/mysql.js";
import type { ColumnSpecs } from "../column.js";
import { ConfigError } from "../errors.js";
import type { Duration } from "../time/duration.js";
import { databaseNow } from "./database-now.js";
import { gatherOf } from "./gather.js";
import { insertJobs } from "./insert.js";
import { openProducer } from "./producer-connection.js";
import { encodeRows } from "./rows.js";
import { ownerOf, serverFacts } from "./server-facts.js";
import { wake, wakeOnCommit } from "./wake.js";
import type { AfterCommit } from "./wake-after.js";

/** A Kysely instance or transaction, a mysql2 pool or connection (callback or promise form). */
export type ProducerClient = MysqlClient | KyselyExecutor;

/** What a generated producer says about its table. */
export interface ProducerSpec {
  readonly format: number;
  readonly queue: string;
  readonly table: string;
  /** Up to and with VALUES. */
  readonly insert: string;
  /** One row: `(:queuegen_status, :queuegen_run_at, :queuegen_now, ..., :<payload columns>)`. */
  readonly row: string;
  readonly columns: ColumnSpecs;
  /** With a dedupe key: (id, k) of the rows that have one of `:keys`. */
  readonly duplicates?: string;
  /** Each row gets a random `:queuegen_uid`. */
  readonly uid?: boolean;
}

export interface EnqueueOptions<Job = never> {
  /** Not before this time has passed, by the database's clock. */
  readonly delay?: Duration;
  /** Not before this time. A time in the past is now. */
  readonly runAt?: Date | number;
  /** While a row has this key, another job with it is a duplicate: done frees the key, dead does not. For several jobs a function of each. */
  readonly dedupeKey?: string | ((job: Job, index: number) => string);
  /** In a transaction of your own: gets a function that wakes the workers of this process, to be called after the commit. */
  readonly afterCommit?: AfterCommit;
}

export interface Enqueued {
  /** Of the new row, or of the one that has the key. */
  readonly id: string;
  readonly status: "added" | "duplicate";
}

/**
 * Stores jobs: all of them or, where it rejects, none. (On a bare connection outside a transaction that holds for each
 * statement, which takes up to 1000 jobs.) Rejects with PayloadError before anything is written where a job would not come
 * back as it went in.
 */
export async function enqueue<Job extends object>(
  client: ProducerClient,
  spec: ProducerSpec,
  jobs: Job | readonly Job[],
  options: EnqueueOptions<Job> = {},
): Promise<Enqueued[]> {
  if (typeof client !== "object" && typeof client !== "function") {
    throw new ConfigError(
      `queue ${spec.queue}: enqueue needs a mysql2 pool or connection or Kysely, not ${String(client)}`,
    );
  }
  const list: readonly Job[] = Array.isArray(jobs) ? jobs : [jobs as Job];
  if (list.length === 0) return [];
  const producer = openProducer(client);
  const rows = encodeRows(spec, list, options, await databaseNow(producer, list.length));
  const facts = await serverFacts(client);
  const alone = rows.length === 1 && rows[0]!.key === undefined && producer.commits;
  const enqueued = alone
    ? [await gatherOf(ownerOf(client), spec, producer, facts).insert(rows[0]!)]
    : await insertJobs(producer, spec, rows, facts);
  if (producer.commits) wake(spec.table);
  else if (options.afterCommit) options.afterCommit(() => wake(spec.table));
  // A `ctx.transaction` tells when it is committed; whoever else did not say how to learn it is found by polling.
  else wakeOnCommit(isKysely(client) ? client : coreConnection(client), spec.table);
  return enqueued;
}

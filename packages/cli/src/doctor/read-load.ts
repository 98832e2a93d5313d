import type { Asker } from "./asker.js";

/** Who else is at work on the server. `undefined`: could not be looked at. */
export interface LoadFacts {
  /** Old versions of rows that some reader may still want. */
  readonly historyLength: number | undefined;
  /** Transactions that have been open for long, the oldest first. */
  readonly transactions: readonly OpenTransaction[];
  /** Statements that wait for a table that somebody else uses or changes. */
  readonly metadataWaits: readonly MetadataWait[];
}

export interface OpenTransaction {
  readonly connection: number;
  readonly seconds: number;
  readonly user: string | null;
  readonly host: string | null;
  /** `Sleep`: nothing runs, its program forgot it or is at work elsewhere. */
  readonly command: string | null;
  readonly rowsLocked: number;
}

export interface MetadataWait {
  readonly connection: number;
  readonly seconds: number;
  readonly sql: string | null;
}

/** Seconds from which on a transaction or a wait is told. */
export interface Patience {
  readonly transaction: number;
  readonly wait: number;
}

const PATIENCE: Patience = { transaction: 60, wait: 5 };

export async function readLoad({ ask }: Asker, patience: Patience = PATIENCE): Promise<LoadFacts> {
  const history = await ask<{ n: number | string }>(
    "the history list",
    "SELECT `count` AS n FROM information_schema.innodb_metrics WHERE name = 'trx_rseg_history_len'",
  );
  const transactions = await ask<OpenTransaction>(
    "open transactions",
    `SELECT x.trx_mysql_thread_id AS connection, TIMESTAMPDIFF(SECOND, x.trx_started, NOW()) AS seconds,
            p.user AS user, p.host AS host, p.command AS command, x.trx_rows_locked AS rowsLocked
     FROM information_schema.innodb_trx AS x
     LEFT JOIN information_schema.processlist AS p ON p.id = x.trx_mysql_thread_id
     WHERE x.trx_started < NOW() - INTERVAL ${patience.transaction} SECOND AND x.trx_mysql_thread_id <> 0
     ORDER BY x.trx_started LIMIT 5`,
  );
  const waits = await ask<MetadataWait>(
    "waits for tables",
    `SELECT id AS connection, time AS seconds, info AS \`sql\` FROM information_schema.processlist
     WHERE state = 'Waiting for table metadata lock' AND time >= ${patience.wait} AND db = DATABASE() ORDER BY time DESC LIMIT 5`,
  );
  const length = history?.[0]?.n;
  return {
    historyLength: length === undefined ? undefined : Number(length),
    transactions: (transactions ?? []).map((one) => ({ ...one, seconds: Number(one.seconds) })),
    metadataWaits: (waits ?? []).map((one) => ({ ...one, seconds: Number(one.seconds) })),
  };
}

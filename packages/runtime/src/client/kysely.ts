/** A Kysely instance or transaction: what enqueue needs of it. */
export interface KyselyExecutor {
  readonly isTransaction: boolean;
  readonly executeQuery: (query: never) => Promise<KyselyResult>;
  readonly getExecutor: () => object;
  readonly transaction: () => { execute(run: (trx: KyselyExecutor) => Promise<unknown>): Promise<unknown> };
}

/** A Kysely instance that `ctx.transaction` runs on; `Trx` is its transaction type. */
export interface KyselyDatabase<Trx> {
  transaction(): {
    setIsolationLevel(level: "read committed"): { execute<T>(run: (trx: Trx) => Promise<T>): Promise<T> };
    execute<T>(run: (trx: Trx) => Promise<T>): Promise<T>;
  };
}

export interface KyselyResult {
  readonly rows: readonly unknown[];
  readonly insertId?: bigint;
  readonly numAffectedRows?: bigint;
}

export function isKysely(client: object): client is KyselyExecutor {
  return "executeQuery" in client && typeof client.executeQuery === "function" && "getExecutor" in client;
}

/** Runs text with `?` parameters through Kysely, so that its logging and its transaction apply. */
export function runOnKysely(
  client: KyselyExecutor,
  sql: string,
  parameters: readonly unknown[],
): Promise<KyselyResult> {
  const query = { kind: "RawNode", sqlFragments: [sql], parameters: [] };
  return client.executeQuery({ sql, parameters, query, queryId: { queryId: "queuegen" } } as never);
}

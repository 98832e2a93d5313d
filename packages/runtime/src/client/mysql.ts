/** A mysql2 connection in promise form, or what looks like one: what `ctx.transaction` gives to a handler. */
export interface MysqlConnection {
  query<Rows = unknown>(sql: string, values?: unknown): Promise<[Rows, unknown]>;
  execute<Rows = unknown>(sql: string, values?: unknown): Promise<[Rows, unknown]>;
  escape(value: unknown): string;
}

/** A mysql2 pool or connection, callback or promise form. Structural, so that no version of mysql2 is asked for. */
export interface MysqlClient {
  readonly query: (...args: never[]) => unknown;
  readonly escape: (value: never) => string;
}

/** A mysql2 pool, callback or promise form. */
export interface MysqlPool extends MysqlClient {
  readonly getConnection: (...args: never[]) => unknown;
}

/** The callback form underneath both. */
export interface CoreConnection {
  query(options: object, done: (error: unknown, result: unknown) => void): void;
  escape(value: unknown): string;
  destroy(): void;
  release?(): void;
  on(event: "error", listener: () => void): void;
  promise(): MysqlConnection;
  readonly config?: { readonly clientFlags?: number };
}

export interface CorePool {
  query: CoreConnection["query"];
  escape: CoreConnection["escape"];
  getConnection(done: (error: unknown, connection: CoreConnection) => void): void;
  readonly config?: { readonly connectionLimit?: number; readonly connectionConfig?: ConnectionConfig };
}

interface ConnectionConfig {
  readonly host?: string;
  readonly port?: number | string;
  readonly socketPath?: string;
  readonly database?: string;
}

export function isMysqlPool(client: MysqlClient): client is MysqlPool {
  return "getConnection" in client && typeof client.getConnection === "function";
}

/** The callback pool under a promise pool, or the callback pool itself. */
export function corePool(pool: MysqlPool): CorePool {
  return ("pool" in pool ? pool.pool : pool) as CorePool;
}

/** The callback connection under a promise connection, or the callback connection itself. */
export function coreConnection(connection: MysqlClient): CoreConnection {
  return ("connection" in connection && isObject(connection.connection)
    ? connection.connection
    : connection) as unknown as CoreConnection;
}

/** `host:port/database`, for messages: no user, no password. */
export function addressOf(pool: CorePool): string {
  const { host = "?", port = 3306, socketPath, database = "" } = pool.config?.connectionConfig ?? {};
  return `${socketPath ?? `${host}:${port}`}/${database}`;
}

export function acquire(pool: CorePool): Promise<CoreConnection> {
  return new Promise((resolve, reject) => {
    pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
  });
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

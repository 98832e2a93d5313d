import type { Connection } from "mysql2/promise";
import { connectionError } from "./connection-error.js";
import type { DatabaseUrl } from "./database-url.js";

const CONNECT_TIMEOUT_MS = 10_000;

/** Opens one connection for the time of `work` and closes it, whatever happens. Failure to connect is a `QueuegenError`. */
export async function withConnection<Result>(
  url: DatabaseUrl,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await connect(url);
  try {
    return await work(connection);
  } finally {
    await connection.end().catch(() => connection.destroy());
  }
}

async function connect(url: DatabaseUrl): Promise<Connection> {
  const { createConnection } = await import("mysql2/promise");
  const { host, port, user, password, database } = url;
  try {
    const connection = await createConnection({
      host,
      port,
      user,
      password,
      database,
      connectTimeout: CONNECT_TIMEOUT_MS,
      // Counters and epoch milliseconds come as numbers, ids beyond 2^53 as text.
      supportBigNumbers: true,
      ...(url.tls !== "none" && {
        ssl: { rejectUnauthorized: url.tls === "verify", verifyIdentity: url.tls === "verify" },
      }),
    });
    // A server that goes away between two statements is told by the next statement.
    connection.on("error", () => undefined);
    return connection;
  } catch (cause) {
    throw connectionError(cause, url);
  }
}

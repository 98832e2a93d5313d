import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Connection, createConnection, createPool, type Pool, type PoolOptions } from "mysql2/promise";
import { afterAll, beforeAll, describe } from "vitest";

/** A server on which root may create databases. */
export interface TestServer {
  readonly name: "mysql" | "mariadb";
  /** Without a database: `mysql://root@127.0.0.1:23306`. */
  readonly url: string;
}

/** A database of one describe block, made before its tests and dropped after them. */
export interface FreshDatabase {
  readonly name: string;
  /** Of this database on its server; a child process gets this. */
  readonly url: string;
  /** A pool on this database that is ended before the check for open connections. */
  pool(options?: PoolOptions): Pool;
  /** Rows of one statement, on the database's own connection. */
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Empties every table. */
  truncate(): Promise<void>;
}

const VARIABLES = { mariadb: "QUEUEGEN_TEST_MARIADB", mysql: "QUEUEGEN_TEST_MYSQL" } as const;

/**
 * The connection of a process that was killed is gone at once, but a statement that waits for a lock or sleeps looks
 * for its client only every 5 s. Anything later is a leak.
 */
const LEAK_GRACE_MS = 8_000;

/** The servers of this run, from the environment that `setup.ts` fills. Fails when one is missing and not waived. */
export function testServers(): TestServer[] {
  const servers: TestServer[] = [];
  for (const name of ["mysql", "mariadb"] as const) {
    const url = process.env[VARIABLES[name]];
    if (url) servers.push({ name, url });
    else if (process.env.QUEUEGEN_ONE_SERVER !== "1") {
      throw new Error(
        `${VARIABLES[name]} is not set: run this test through vitest project "system", or set it to a URL`,
      );
    }
  }
  if (servers.length === 0)
    throw new Error("no database server: QUEUEGEN_ONE_SERVER=1 waives one of the two, not both");
  return servers;
}

/** Runs `body` in one describe block a server. */
export function eachServer(body: (server: TestServer) => void): void {
  for (const server of testServers()) describe(server.name, () => body(server));
}

/**
 * To be called inside a describe block. Name and URL are there at once, the database exists from `beforeAll` on.
 * After the block's last test its pools are ended, and any other connection that is still on it fails the block.
 */
export function freshDatabase(server: TestServer): FreshDatabase {
  const name = `queuegen_test_${randomBytes(6).toString("hex")}`;
  const url = databaseUrl(server.url, name);
  const pools: Pool[] = [];
  let own: Connection | undefined;
  const query = async <Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> => {
    if (!own) throw new Error("a fresh database exists from beforeAll on");
    const [rows] = await own.query(sql, [...values]);
    return rows as Row[];
  };

  beforeAll(async () => {
    own = await createConnection({ uri: server.url, supportBigNumbers: true, bigNumberStrings: false });
    await query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
    await query(`USE ${name}`);
  });

  afterAll(async () => {
    if (!own) return;
    try {
      await Promise.all(pools.map((pool) => pool.end()));
      const left = await openConnections(query, name, { graceMs: LEAK_GRACE_MS, except: own.threadId });
      if (left.length > 0) throw new Error(`connections left open on ${server.name}:\n${left.join("\n")}`);
    } finally {
      await query(`DROP DATABASE IF EXISTS ${name}`);
      await own.end();
    }
  });

  return {
    name,
    url,
    query,
    pool(options = {}) {
      const pool = createPool({ uri: url, ...options });
      pools.push(pool);
      return pool;
    },
    async truncate() {
      const tables = await query<{ name: string }>(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ? AND table_type = 'BASE TABLE'",
        [name],
      );
      for (const table of tables) await query(`TRUNCATE TABLE \`${table.name.replaceAll("`", "``")}\``);
    },
  };
}

/** The same server's URL with another database. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

interface ProcessRow {
  readonly Id: number | string;
  readonly db: string | null;
  readonly Command: string;
  readonly Time: number | string;
  readonly Info: string | null;
}

/** What is still connected to the database after the grace time, one line a connection. */
export async function openConnections(
  query: <Row>(sql: string) => Promise<Row[]>,
  database: string,
  { graceMs, except }: { readonly graceMs: number; readonly except: number | null },
): Promise<string[]> {
  const deadline = Date.now() + graceMs;
  for (;;) {
    const rows = await query<ProcessRow>("SHOW FULL PROCESSLIST");
    const left = rows.filter((row) => row.db === database && Number(row.Id) !== except);
    if (left.length === 0 || Date.now() > deadline) {
      return left.map((row) => `  ${row.Id} ${row.Command} for ${row.Time} s: ${row.Info ?? "(idle)"}`);
    }
    // The server has no event for "connection gone": look again.
    await delay(50);
  }
}

import { readFileSync, statfsSync } from "node:fs";
import path from "node:path";
import { type Connection, createConnection } from "mysql2/promise";
import { type PrivateServer, startMariadb, startMysql } from "../../../../test/services/servers.mjs";

export type Product = "mysql" | "mariadb";

/** A private server with the product's durable defaults. */
export interface BenchServer {
  readonly product: Product;
  readonly pid: number;
  /** For people: product, version, durability as the server itself reports it, kind of disk. */
  readonly settings: string;
  /** For the bench's own statements about the server. */
  readonly admin: Connection;
  /** The database of this name, made at the first call. */
  database(name: string): Promise<BenchDatabase>;
  stop(): Promise<void>;
}

/** One database of a private server, with the tables that workers share: tables of the same name can stand side by side in several. */
export interface BenchDatabase {
  readonly server: BenchServer;
  readonly url: string;
  /** For the bench's own statements; several in one string are allowed. */
  readonly admin: Connection;
  connect(): Promise<Connection>;
}

/** As much memory for both products as the published numbers had; all else is the product's default. */
const FLAGS = {
  mysql: ["--innodb-buffer-pool-size=2G", "--innodb-redo-log-capacity=2G"],
  mariadb: ["--innodb-buffer-pool-size=2G", "--innodb-log-file-size=2G"],
};
const TMPFS = 0x01021994;

export async function startBenchServer(product: Product, log: (line: string) => void): Promise<BenchServer> {
  const start = product === "mysql" ? startMysql : startMariadb;
  const server = await start({ durability: "full", flags: FLAGS[product], log });
  const admin = await createConnection({ uri: server.url });
  const databases = new Map<string, Promise<BenchDatabase>>();
  const settings = await describe(server, admin);
  const bench: BenchServer = {
    product,
    pid: server.pid,
    settings,
    admin,
    database(name) {
      const found = databases.get(name) ?? openDatabase(bench, server.url, name);
      databases.set(name, found);
      return found;
    },
    async stop() {
      admin.destroy();
      for (const database of databases.values()) (await database).admin.destroy();
      await server.stop();
    },
  };
  return bench;
}

async function openDatabase(server: BenchServer, serverUrl: string, name: string): Promise<BenchDatabase> {
  await server.admin.query(`CREATE DATABASE ${name} DEFAULT CHARACTER SET utf8mb4`);
  const url = `${serverUrl}/${name}`;
  const admin = await createConnection({ uri: url, multipleStatements: true });
  await admin.query(readFileSync(new URL("../support.sql", import.meta.url), "utf8"));
  return { server, url, admin, connect: () => createConnection({ uri: url }) };
}

async function describe(server: PrivateServer, admin: Connection): Promise<string> {
  const settings = await globalVariables(admin, [
    "innodb_flush_log_at_trx_commit",
    "log_bin",
    "sync_binlog",
    "innodb_buffer_pool_size",
  ]);
  const binlog = settings.log_bin === "ON" ? `binlog with sync_binlog=${settings.sync_binlog}` : "binlog off";
  const disk = statfsSync(path.dirname(server.logFile)).type === TMPFS ? "tmpfs" : "disk";
  const pool = Number(settings.innodb_buffer_pool_size) / 2 ** 30;
  return [
    `${server.product === "mysql" ? "MySQL" : "MariaDB"} ${server.version}`,
    `innodb_flush_log_at_trx_commit=${settings.innodb_flush_log_at_trx_commit}`,
    binlog,
    `buffer pool ${pool} GiB`,
    `data on ${disk}`,
  ].join(", ");
}

async function globalVariables(admin: Connection, names: readonly string[]): Promise<Record<string, string>> {
  const [rows] = await admin.query("SHOW GLOBAL VARIABLES WHERE Variable_name IN (?)", [names]);
  const pairs = rows as { Variable_name: string; Value: string }[];
  return Object.fromEntries(pairs.map((row) => [row.Variable_name, row.Value]));
}

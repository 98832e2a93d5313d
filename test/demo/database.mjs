import { randomBytes } from "node:crypto";
import { StepError } from "../bootstrap/step.mjs";
import { findInstalled } from "../services/find.mjs";
import { startMariadb, startMysql } from "../services/servers.mjs";
import { heading, say } from "./terminal.mjs";

/**
 * @typedef {object} DemoDatabase
 * @property {string} url of a database that is empty
 * @property {import("mysql2/promise").Pool} pool on it, for the demo's own looks
 * @property {() => Promise<void>} remove ends the pool and removes all that was brought up
 */

/**
 * An empty database on a server of our own, or on one that QUEUEGEN_TEST_MARIADB or QUEUEGEN_TEST_MYSQL names.
 * @returns {Promise<DemoDatabase>}
 */
export async function bringUpDatabase() {
  heading("A database server");
  const server = await findServer();
  const { createConnection, createPool } = await import("mysql2/promise");
  const name = `queuegen_demo_${randomBytes(4).toString("hex")}`;
  const run = async (/** @type {string} */ sql) => {
    const connection = await createConnection(server.url);
    await connection.query(sql).finally(() => connection.end());
  };
  try {
    await run(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  } catch (error) {
    await server.stop();
    throw error;
  }
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const pool = createPool({ uri: url.href, multipleStatements: true, connectionLimit: 2 });
  return {
    url: url.href,
    pool,
    async remove() {
      await pool.end();
      await run(`DROP DATABASE ${name}`);
      await server.stop();
    },
  };
}

/** @returns {Promise<{ url: string, stop: () => Promise<void> }>} */
async function findServer() {
  const given = process.env.QUEUEGEN_TEST_MARIADB || process.env.QUEUEGEN_TEST_MYSQL;
  if (given) {
    say(`the one at ${new URL(given).host}, with a database of our own, dropped at the end`);
    return { url: given, stop: async () => {} };
  }
  const start = !findInstalled("mariadb") && findInstalled("mysql") ? startMysql : startMariadb;
  try {
    // Durable commits, as in production.
    const server = await start({ durability: "full", log: say });
    say(`our own ${server.product} ${server.version} on 127.0.0.1:${server.port}, removed at the end`);
    return server;
  } catch (error) {
    throw new StepError(error instanceof Error ? error.message : String(error), 2);
  }
}

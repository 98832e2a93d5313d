import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { obtain } from "./obtain.mjs";
import { startPrivateServer } from "./private-server.mjs";
import { greetSql } from "./probe.mjs";

/**
 * @typedef {import("./servers.d.mts").Program} Program
 * @typedef {import("./servers.d.mts").StartOptions} StartOptions
 */

const PREPARE_MS = 180_000;

/** Small and without fsync: the files are on a disk that several servers and the tests share. */
const FAST = {
  mariadb: ["--innodb-flush-log-at-trx-commit=0", "--innodb-doublewrite=OFF", "--innodb-log-file-size=256M"],
  mysql: [
    "--innodb-flush-log-at-trx-commit=0",
    "--innodb-doublewrite=OFF",
    "--sync-binlog=0",
    "--innodb-redo-log-capacity=512M",
  ],
};

/** @param {StartOptions} [options] */
export const startMariadb = (options) => startSqlServer("mariadb", options);

/** @param {StartOptions} [options] */
export const startMysql = (options) => startSqlServer("mysql", options);

/**
 * @param {"mariadb" | "mysql"} product
 * @param {StartOptions} [options]
 */
async function startSqlServer(product, options = {}) {
  const program = await obtain(product, options.log);
  const own = options.durability === "full" ? [] : FAST[product];
  return startPrivateServer({
    program,
    env: options.env ?? {},
    prepare: (folder) => (product === "mysql" ? prepareMysql(program, folder) : prepareMariadb(program, folder)),
    flags: (folder, port) => [
      ...places(program, folder),
      ...own,
      `--socket=${path.join(folder, "s.sock")}`,
      `--pid-file=${path.join(folder, "server.pid")}`,
      "--bind-address=127.0.0.1",
      `--port=${port}`,
      "--max-connections=400",
      "--innodb-buffer-pool-size=512M",
      // Anybody on this machine can be root on this server: it must not read or write files for them.
      ...(product === "mysql" ? ["--secure-file-priv=NULL", "--mysqlx=OFF"] : [`--secure-file-priv=${folder}/files`]),
      ...(options.flags ?? []),
    ],
    greet: (port) => greetSql("127.0.0.1", port),
    url: (port) => `mysql://root@127.0.0.1:${port}`,
  });
}

/**
 * Flags that say where everything is; an unpacked server's built-in places are wrong.
 * @param {Program} program
 * @param {string} folder
 */
function places({ share }, folder) {
  return [
    "--no-defaults",
    `--datadir=${path.join(folder, "data")}`,
    `--tmpdir=${folder}`,
    // Without this a server refuses to run as root.
    ...(process.getuid?.() === 0 ? ["--user=root"] : []),
    ...(share === undefined ? [] : [`--lc-messages-dir=${share}`, `--character-sets-dir=${share}/charsets`]),
  ];
}

/**
 * @param {Program} program
 * @param {string} folder
 */
async function prepareMysql(program, folder) {
  await prepare(
    program,
    [...places(program, folder), "--initialize-insecure", "--secure-file-priv=NULL", ...FAST.mysql],
    "",
  );
}

/**
 * Does what mariadb-install-db does, less its help texts and its checks of the machine: that script starts the server
 * by a path of its own, which an unpacked server has not.
 * @param {Program} program
 * @param {string} folder
 */
async function prepareMariadb(program, folder) {
  mkdirSync(path.join(folder, "data", "mysql"), { recursive: true });
  mkdirSync(path.join(folder, "files"));
  const { share } = program;
  if (share === undefined) throw new Error(`no folder with english/errmsg.sys beside ${program.command.at(-1)}`);
  const names = readdirSync(share);
  // MariaDB 11 renamed the scripts from mysql_* to mariadb_*.
  const scripts = ["system_tables", "performance_tables", "system_tables_data"].map((part) => {
    const name = names.find((each) => each === `mysql_${part}.sql` || each === `mariadb_${part}.sql`);
    if (name === undefined) throw new Error(`no script for ${part} in ${share}: install the whole server package`);
    return readFileSync(path.join(share, name), "utf8");
  });
  const sql = ["CREATE DATABASE IF NOT EXISTS mysql;\nUSE mysql;\nSET @auth_root_socket = NULL;", ...scripts].join(
    "\n",
  );
  await prepare(program, [...places(program, folder), "--bootstrap", "--log-warnings=0", ...FAST.mariadb], sql);
}

/**
 * Runs the server once to make its data folder.
 * @param {Program} program
 * @param {readonly string[]} flags
 * @param {string} input
 * @returns {Promise<void>}
 */
function prepare(program, flags, input) {
  const [command, ...first] = program.command;
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...flags], { stdio: ["pipe", "ignore", "pipe"], timeout: PREPARE_MS });
    let output = "";
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.stdin.on("error", () => {});
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else
        reject(
          new Error(
            `the data folder could not be made (exit code ${code}):\n${output.trim().split("\n").slice(-12).join("\n")}`,
          ),
        );
    });
    child.stdin.end(input);
  });
}

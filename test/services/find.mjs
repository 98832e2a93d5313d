import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { PRODUCTS } from "./products.mjs";

/**
 * @typedef {import("./servers.d.mts").ProductName} ProductName
 * @typedef {import("./servers.d.mts").Program} Program
 */

/** Where servers live besides PATH: an ordinary user's PATH has no sbin. */
const FOLDERS = [
  "/usr/sbin",
  "/usr/local/sbin",
  "/usr/libexec",
  "/usr/local/mysql/bin",
  "/opt/homebrew/opt/mariadb/bin",
  "/opt/homebrew/opt/mysql/bin",
];

/**
 * The first installed server of this product that is new enough. What a file is called says little: `mysqld` is
 * MariaDB on Debian, so each candidate is asked.
 * @param {ProductName} product
 * @param {{ readonly path?: string }} [options] `path` stands in for the machine's own search path
 * @returns {Program | undefined}
 */
export function findInstalled(product, options = {}) {
  const folders =
    options.path === undefined ? [...(process.env.PATH ?? "").split(path.delimiter), ...FOLDERS] : [options.path];
  for (const name of PRODUCTS[product].binaries) {
    for (const folder of folders) {
      const file = path.join(folder, name);
      const program = folder !== "" && isExecutable(file) ? ask(product, [file]) : undefined;
      if (program) return program;
    }
  }
  return undefined;
}

/**
 * Asks a program what it is; `undefined` when it is another product, too old, or does not start.
 * @param {ProductName} product
 * @param {[string, ...string[]]} command
 * @returns {Program | undefined}
 */
export function ask(product, command) {
  const { accepts, minimum } = PRODUCTS[product];
  let answer;
  try {
    // --no-defaults first: a broken my.cnf of the machine must not decide.
    const args = product === "redis" ? ["--version"] : ["--no-defaults", "--version"];
    answer = execFileSync(command[0], [...command.slice(1), ...args], {
      encoding: "utf8",
      timeout: 20_000,
      stdio: "pipe",
    });
  } catch {
    return undefined;
  }
  const version = /(?:Ver |v=)(\d+\.\d+\.\d+)/.exec(answer)?.[1];
  if (version === undefined || !accepts(answer)) return undefined;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < minimum[0] || (major === minimum[0] && minor < minimum[1])) return undefined;
  return { product, version, command, ...shareOf(product, /** @type {string} */ (command.at(-1))) };
}

/**
 * @param {ProductName} product
 * @param {string} binary
 * @returns {{ share?: string }}
 */
function shareOf(product, binary) {
  if (product === "redis") return {};
  const prefix = path.dirname(path.dirname(realpathSync(binary)));
  const folders = ["share/mysql", "share/mariadb", "share"].map((name) => path.join(prefix, name));
  const share = folders.find((folder) => existsSync(path.join(folder, "english", "errmsg.sys")));
  return share === undefined ? {} : { share };
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "./probe.mjs";
import { PRODUCTS } from "./products.mjs";
import { startWatchdog } from "./watchdog.mjs";

/**
 * @typedef {import("./servers.d.mts").Program} Program
 * @typedef {import("./servers.d.mts").PrivateServer} PrivateServer
 * @typedef {import("node:child_process").ChildProcess} ChildProcess
 *
 * @typedef {object} Recipe
 * @property {Program} program
 * @property {(folder: string) => Promise<void>} prepare makes the data folder
 * @property {(folder: string, port: number) => readonly string[]} flags
 * @property {(port: number) => Promise<{ version: string }>} greet resolves when the server takes commands
 * @property {(port: number) => string} url
 * @property {Readonly<Record<string, string>>} env
 */

/** A server on a slow disk with two cores for everybody has been seen to need 15 s. */
const READY_MS = 120_000;
const ORDERLY_STOP_MS = 60_000;

/**
 * Starts a server of our own and answers when it takes commands.
 * @param {Recipe} recipe
 * @returns {Promise<PrivateServer>}
 */
export async function startPrivateServer(recipe) {
  const { program } = recipe;
  const { title } = PRODUCTS[program.product];
  const folder = mkdtempSync(path.join(shortTemporaryFolder(), `queuegen-${program.product}-`));
  const logFile = path.join(folder, "server.log");
  const watchdog = startWatchdog(folder);
  /** @type {Running | undefined} */
  let running;
  let port = 0;

  const start = async () => {
    running = launch(recipe, folder, logFile, port);
    watchdog.watch(running.pid);
    await untilReady(recipe, running, port, logFile);
  };
  const end = async (/** @type {NodeJS.Signals} */ signal) => {
    const ended = running;
    if (!ended) return;
    ended.child.ref();
    ended.child.kill(signal);
    const late = delay(ORDERLY_STOP_MS, "late", { ref: false });
    if ((await Promise.race([ended.exited, late])) === "late") {
      ended.child.kill("SIGKILL");
      await ended.exited;
    }
    watchdog.unwatch(ended.pid);
    running = undefined;
  };

  try {
    await recipe.prepare(folder);
    port = await freePort();
    await start();
  } catch (error) {
    await end("SIGKILL");
    await watchdog.dismiss();
    const reason = `${error instanceof Error ? error.message : error}${confinement(program)}`;
    throw new Error(`${title} ${program.version} (${program.command.at(-1)}) did not start: ${reason}`, {
      cause: error,
    });
  }
  return {
    product: program.product,
    version: program.version,
    url: recipe.url(port),
    port,
    logFile,
    get pid() {
      if (!running) throw new Error(`${title} does not run`);
      return running.pid;
    },
    // The data go away with the folder, so nothing is gained by an orderly stop.
    async stop() {
      await end("SIGKILL");
      await watchdog.dismiss();
    },
    kill: () => end("SIGKILL"),
    async restart() {
      await end("SIGTERM");
      await start();
    },
  };
}

/**
 * @typedef {object} Running
 * @property {ChildProcess} child
 * @property {number} pid
 * @property {Promise<string>} exited how it ended, in words
 */

/**
 * @param {Recipe} recipe
 * @param {string} folder
 * @param {string} logFile
 * @param {number} port
 * @returns {Running}
 */
function launch(recipe, folder, logFile, port) {
  const [command, ...first] = recipe.program.command;
  const log = openSync(logFile, "a");
  const child = spawn(command, [...first, ...recipe.flags(folder, port)], {
    cwd: folder,
    // A session of its own: Ctrl-C in the terminal is for us, and we decide what becomes of the server.
    detached: true,
    env: { ...process.env, ...recipe.env },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  child.unref();
  const exited = new Promise((/** @type {(how: string) => void} */ resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ? `ended by ${signal}` : `exit code ${code}`));
  });
  return { child, pid: child.pid ?? 0, exited };
}

/**
 * @param {Recipe} recipe
 * @param {Running} running
 * @param {number} port
 * @param {string} logFile
 */
async function untilReady(recipe, running, port, logFile) {
  const deadline = Date.now() + READY_MS;
  let over = "";
  running.exited.then((how) => {
    over = how;
  });
  for (;;) {
    try {
      return await recipe.greet(port);
    } catch (error) {
      if (over !== "") throw new Error(`the server stopped at once: ${over}${logTail(logFile)}`);
      if (Date.now() > deadline) {
        throw new Error(`the server was not ready within ${READY_MS / 1000} s${logTail(logFile)}`, { cause: error });
      }
    }
    await delay(50);
  }
}

/**
 * Ubuntu's package lets mysqld use its own folders only.
 * @param {Program} program
 */
function confinement({ product, command }) {
  if (product !== "mysql" || command[0] !== "/usr/sbin/mysqld" || !existsSync("/etc/apparmor.d/usr.sbin.mysqld"))
    return "";
  return (
    "\nAppArmor keeps this mysqld out of the temporary folder. Set QUEUEGEN_TEST_MYSQL to the URL of a server that runs, " +
    "or switch its profile off: aa-disable /usr/sbin/mysqld"
  );
}

/** The temporary folder; a socket's path must stay under 108 bytes, and TMPDIR can be long. */
function shortTemporaryFolder() {
  const folder = tmpdir();
  return folder.length > 60 && existsSync("/tmp") ? "/tmp" : folder;
}

/** @param {string} file */
function logTail(file) {
  if (!existsSync(file)) return "";
  const lines = readFileSync(file, "utf8").trimEnd().split("\n").slice(-12);
  return `; the end of its log:\n${lines.map((line) => `  ${line}`).join("\n")}`;
}

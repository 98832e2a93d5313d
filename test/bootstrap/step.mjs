import { spawn } from "node:child_process";
import { ROOT } from "./repository.mjs";

/** What a person can do something about: printed without a stack. */
export class StepError extends Error {
  /**
   * @param {string} message
   * @param {number} [exitCode]
   */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Runs a command and waits for it.
 * @param {string} title printed before it, and in the message when it fails
 * @param {readonly [command: string, ...args: string[]]} commandLine
 * @param {object} [options]
 * @param {string} [options.cwd] default: the repository
 * @param {Readonly<Record<string, string | undefined>>} [options.env] default: this process's
 * @param {boolean} [options.quiet] keeps the output back unless the command fails
 * @param {number} [options.timeoutMs] default: 20 minutes
 * @returns {Promise<string>} what it printed on stdout; empty unless quiet
 */
export async function step(title, [command, ...args], options = {}) {
  const { cwd = ROOT, env = process.env, quiet = false, timeoutMs = 20 * 60_000 } = options;
  console.log(`- ${title}`);
  const child = spawn(command, args, { cwd, env, stdio: quiet ? ["ignore", "pipe", "pipe"] : "inherit" });
  let out = "";
  let all = "";
  child.stdout?.on("data", (chunk) => {
    out += chunk;
    all += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    all += chunk;
  });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill("SIGKILL");
  }, timeoutMs);
  const how = await new Promise((/** @type {(how: number | string) => void} */ resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(code ?? `ended by ${signal}`));
  });
  clearTimeout(timer);
  if (how === 0) return out;
  if (all !== "") console.error(all.trimEnd());
  const reason = late
    ? `not done within ${timeoutMs / 60_000} min`
    : typeof how === "number"
      ? `exit code ${how}`
      : how;
  throw new StepError(`${title}: ${reason} (${[command, ...args].join(" ")})`, typeof how === "number" ? how : 1);
}

/**
 * Runs a script's main function: its number is the exit code; a StepError is printed as its message alone.
 * @param {() => Promise<number>} main
 */
export async function runScript(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof StepError ? `\nfailed: ${error.message}` : error);
    process.exitCode = error instanceof StepError ? error.exitCode : 2;
  }
}

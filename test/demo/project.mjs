import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../bootstrap/repository.mjs";
import { StepError } from "../bootstrap/step.mjs";
import { command, say } from "./terminal.mjs";

const FIXTURES = path.join(ROOT, "test", "fixtures", "demo");

/** A scratch project, as a user would have it. */
export class Project {
  /**
   * @param {string} folder
   * @param {ReturnType<typeof import("../services/watchdog.mjs").startWatchdog>} watchdog of its long-running processes
   * @param {Readonly<Record<string, string>>} env added to the environment of every command
   */
  constructor(folder, watchdog, env) {
    this.folder = folder;
    this.watchdog = watchdog;
    this.env = { ...withoutNpm(process.env), ...env };
  }

  /** @param {string} file */
  read(file) {
    return readFileSync(path.join(this.folder, file), "utf8");
  }

  /**
   * @param {string} file
   * @param {string} text
   */
  write(file, text) {
    const target = path.join(this.folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }

  /**
   * What the user changes in a file; fails when the place is not there.
   * @param {string} file
   * @param {string | RegExp} from
   * @param {string} to
   */
  edit(file, from, to) {
    const before = this.read(file);
    const after = before.replace(from, to);
    if (after === before) throw new StepError(`${file} does not hold ${from}`);
    this.write(file, after);
  }

  /** @param {string} file or folder */
  remove(file) {
    rmSync(path.join(this.folder, file), { recursive: true });
  }

  /**
   * Puts a file of the demo's fixtures into the project.
   * @param {string} fixture
   * @param {string} file
   */
  copy(fixture, file) {
    const target = path.join(this.folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(path.join(FIXTURES, fixture), target);
  }

  /**
   * Runs a command as the user would, shows it and what it prints, and holds it to its exit code.
   * @param {string} commandLine words without quotes, separated by spaces
   * @param {{ readonly exit?: number, readonly show?: boolean, readonly timeoutMs?: number }} [options] default: exit
   *   code 0, output shown, 5 minutes
   * @returns {Promise<string>} stdout and stderr
   */
  async run(commandLine, { exit = 0, show = true, timeoutMs = 5 * 60_000 } = {}) {
    command(commandLine);
    const [program = "", ...args] = commandLine.split(" ");
    const child = spawn(program, args, { cwd: this.folder, env: this.env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill("SIGKILL");
    }, timeoutMs);
    const code = await new Promise((resolve) => {
      child.once("error", (error) => resolve(error.message));
      child.once("close", resolve);
    });
    clearTimeout(timer);
    if ((show || code !== exit) && output.trim() !== "") say(output.trim());
    if (late) throw new StepError(`${commandLine}: not done within ${timeoutMs / 1000} s`);
    if (code !== exit) throw new StepError(`${commandLine}: exit code ${code}, expected ${exit}`);
    return output;
  }
}

/**
 * The files that a user starts from. The compiler settings are as strict as they get.
 * @param {Project} project
 */
export function writeStart(project) {
  mkdirSync(path.join(project.folder, "src"));
  project.write("package.json", json({ name: "demo", private: true, type: "module", scripts: { build: "tsc" } }));
  project.write(
    "tsconfig.json",
    json({
      compilerOptions: {
        target: "es2022",
        module: "nodenext",
        rootDir: "src",
        outDir: "dist",
        types: ["node"],
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        verbatimModuleSyntax: true,
        isolatedDeclarations: true,
        declaration: true,
      },
      include: ["src"],
    }),
  );
}

/** @param {unknown} value */
function json(value) {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/**
 * `npm run demo` hands its own settings to its children in npm_* variables; a user's npm would not have them.
 * @param {NodeJS.ProcessEnv} env
 */
function withoutNpm(env) {
  const kept = Object.entries(env).filter(
    ([name]) => !/^npm_(?:package|lifecycle|command|execpath)/.test(name) && name !== "INIT_CWD",
  );
  return Object.fromEntries(kept);
}

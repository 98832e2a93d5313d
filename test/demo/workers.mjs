import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StepError } from "../bootstrap/step.mjs";
import { command } from "./terminal.mjs";

/**
 * A worker process of the project, as a user starts it: `node dist/queues/worker.js`.
 */
export class WorkerProcess {
  /**
   * @param {import("./project.mjs").Project} project
   * @param {string} name its QUEUEGEN_NODE, which stands before its number in `worker_id`
   */
  constructor(project, name) {
    this.name = name;
    this.logFile = path.join(project.folder, `${name}.log`);
    const log = openSync(this.logFile, "w");
    command(`QUEUEGEN_NODE=${name} node dist/queues/worker.js`);
    this.child = spawn(process.execPath, ["dist/queues/worker.js"], {
      cwd: project.folder,
      env: { ...project.env, QUEUEGEN_NODE: name },
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    const { pid = 0 } = this.child;
    project.watchdog.watch(pid);
    /** @type {string | undefined} how it ended */
    this.ended = undefined;
    this.exited = new Promise((/** @type {(how: string) => void} */ resolve) => {
      this.child.once("error", (error) => resolve(error.message));
      this.child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
    }).then((how) => {
      project.watchdog.unwatch(pid);
      this.ended = how;
      return how;
    });
  }

  get log() {
    return readFileSync(this.logFile, "utf8").trimEnd().split("\n").slice(-20).join("\n");
  }

  /** Throws when it ended by itself. */
  assertRunning() {
    if (this.ended !== undefined) throw new StepError(`${this.name} ended: ${this.ended}\n${this.log}`);
  }

  /** @param {NodeJS.Signals} signal */
  signal(signal) {
    this.child.kill(signal);
  }

  /**
   * @param {NodeJS.Signals} signal
   * @returns {Promise<string>} how it ended
   */
  async end(signal) {
    this.signal(signal);
    const how = await Promise.race([this.exited, delay(30_000, "late", { ref: false })]);
    if (how !== "late") return how;
    this.signal("SIGKILL");
    throw new StepError(`${this.name} did not end within 30 s of ${signal}\n${this.log}`);
  }
}

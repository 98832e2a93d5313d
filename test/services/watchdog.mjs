import { spawn } from "node:child_process";

/**
 * Reads the number of the process to end, one a line, the last one counts (0 = none). When the pipe closes, whoever
 * held it is gone, in whatever way: end the process and remove the folder. The wait is bounded, since in a container
 * without an init process the ended one stays listed.
 */
const SCRIPT = `
while read -r line; do pid=$line; done
if [ "\${pid:-0}" != 0 ]; then
  kill -KILL "$pid" 2>/dev/null
  n=0; while kill -0 "$pid" 2>/dev/null && [ $n -lt 50 ]; do sleep 0.1; n=$((n + 1)); done
fi
rm -rf -- "$1" || { sleep 1; rm -rf -- "$1"; }
`;

/**
 * Sees to it that a server and its folder do not outlive this process: not after Ctrl-C, not after SIGKILL. The
 * watchdog is a shell in a session of its own, so that no signal of the terminal reaches it.
 * @param {string} folder
 * @returns {{ watch(pid: number): void, dismiss(): Promise<void> }} `dismiss` ends the process, removes the folder, and
 *   resolves when both are done
 */
export function startWatchdog(folder) {
  const shell = spawn("/bin/sh", ["-c", SCRIPT, "queuegen-watchdog", folder], {
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  shell.unref();
  const { stdin } = shell;
  // Neither the shell nor its pipe keeps this process alive.
  /** @type {import("node:net").Socket} */ (/** @type {unknown} */ (stdin)).unref();
  stdin.on("error", () => {});
  const gone = new Promise((resolve) => shell.once("exit", resolve));
  return {
    watch(pid) {
      stdin.write(`${pid}\n`);
    },
    async dismiss() {
      shell.ref();
      stdin.end();
      await gone;
    },
  };
}

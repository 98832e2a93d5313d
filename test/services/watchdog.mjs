import { spawn } from "node:child_process";

/**
 * Reads process numbers, one a line; one with a minus is let go again. When the pipe closes, whoever held it is gone, in
 * whatever way: end the processes and remove the folder. The wait is bounded, since in a container without an init
 * process one that was ended stays listed.
 */
const SCRIPT = `
pids=
while read -r line; do
  case $line in
    -*) kept=; for pid in $pids; do [ "-$pid" = "$line" ] || kept="$kept $pid"; done; pids=$kept ;;
    *) pids="$pids $line" ;;
  esac
done
for pid in $pids; do kill -KILL "$pid" 2>/dev/null; done
n=0
for pid in $pids; do
  while kill -0 "$pid" 2>/dev/null && [ $n -lt 50 ]; do sleep 0.1; n=$((n + 1)); done
done
[ -z "$1" ] || rm -rf -- "$1" || { sleep 1; rm -rf -- "$1"; }
`;

/**
 * Sees to it that processes and a folder do not outlive this process: not after Ctrl-C, not after SIGKILL. The watchdog
 * is a shell in a session of its own, so that no signal of the terminal reaches it.
 * @param {string | undefined} folder
 * @returns {{ watch(pid: number): void, unwatch(pid: number): void, dismiss(): Promise<void> }} `dismiss` ends what is
 *   watched, removes the folder, and resolves when that is done
 */
export function startWatchdog(folder) {
  const shell = spawn("/bin/sh", ["-c", SCRIPT, "queuegen-watchdog", folder ?? ""], {
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
    unwatch(pid) {
      stdin.write(`-${pid}\n`);
    },
    async dismiss() {
      shell.ref();
      stdin.end();
      await gone;
    },
  };
}

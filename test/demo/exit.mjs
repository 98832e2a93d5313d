/** @type {(() => void)[]} */
const tasks = [];

/**
 * Runs `task` when this process ends, also by Ctrl-C or SIGTERM. It must be synchronous.
 * @param {() => void} task
 */
export function atExit(task) {
  if (tasks.length === 0) {
    process.on("exit", () => {
      for (const each of tasks) each();
    });
    process.on("SIGINT", () => process.exit(130));
    process.on("SIGTERM", () => process.exit(143));
  }
  tasks.push(task);
}

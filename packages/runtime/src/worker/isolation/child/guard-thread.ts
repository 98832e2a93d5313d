import { Worker } from "node:worker_threads";

/**
 * Ends this process when its worker is gone, also while a handler keeps the event loop busy and the closed channel cannot
 * be noticed: a thread looks once a second whose child this process is. (Where a parent's end does not show there, as on
 * Windows, only the channel tells.)
 */
const WATCH = `
const { workerData } = require("node:worker_threads");
setInterval(() => {
  if (process.ppid !== workerData.parent) process.kill(process.pid, "SIGKILL");
}, 1000);
`;

export function startGuardThread(): void {
  const thread = new Worker(WATCH, {
    eval: true,
    workerData: { parent: process.ppid },
    // The flags of this process load the user's hooks, which a thread of ours does not need.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  });
  thread.unref();
}

/** The main file of a child process that runs handlers. Started by a worker, and no entry of the package. */
import { serveWorker } from "./worker/isolation/child/serve-worker.js";

if (process.send !== undefined) serveWorker();

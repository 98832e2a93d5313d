import { randomBytes } from "node:crypto";
import { hostname } from "node:os";

/** Name of a worker in the column `worker_id`: node, process, and something that a reused pid does not share. */
export function workerName(env: NodeJS.ProcessEnv = process.env): string {
  const node = env.QUEUEGEN_NODE || hostname();
  return `${node.slice(0, 44)}-${process.pid}-${randomBytes(3).toString("hex")}`;
}

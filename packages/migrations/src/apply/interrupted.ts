import { QueuegenError } from "@queuegen/model";

/** The run was asked to stop; `what` says where it was. */
export function interrupted(what: string): QueuegenError {
  const hint = "`queuegen migrate status` shows what is applied; the same command again goes on.";
  return new QueuegenError([{ code: "migration-interrupted", severity: "error", message: what, hint }]);
}

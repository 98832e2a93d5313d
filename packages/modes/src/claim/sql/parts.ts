import type { QueueModel } from "@queuegen/model";
import type { Names } from "./names.js";
import { nowMs } from "./now.js";
import type { SqlStyle } from "./style.js";

/** The SET of a claim. Clearing start_time keeps a job from dying for a start of the attempt before. */
export function claimPart(n: Names): string {
  return [
    `${n.status} = 1, ${n.claim_token} = :token, ${n.claim_time} = UNIX_TIMESTAMP(), ${n.worker_id} = :worker,`,
    `      ${n.attempts} = LEAST(${n.attempts}, 65534) + 1, ${n.start_time} = NULL`,
  ].join("\n");
}

/**
 * The SET of a reclaim. start_time comes last: servers assign from left to right, and the others read it.
 * @param why what is written as the error; without quotes
 */
export function reclaimPart(
  model: QueueModel,
  n: Names,
  style: SqlStyle,
  why: string = "worker lost: no heartbeat within the lease",
): string {
  const max = model.options.retry.attempts;
  const dead = `${n.attempts} >= ${max} AND ${n.start_time} IS NOT NULL`;
  const final =
    max === 0
      ? [`${n.status} = 0, ${n.finish_time} = NULL,`]
      : [`${n.status} = IF(${dead}, 3, 0),`, `      ${n.finish_time} = IF(${dead}, ${nowMs(style)}, NULL),`];
  // Where one attempt is all there is, one that never began is given back; otherwise a neighbour's crash costs at most one.
  const unstarted = `${n.start_time} IS NULL AND ${n.attempts} > ${max === 1 ? 0 : 1}`;
  return [
    ...final,
    `      ${n.error_message} = '${why}', ${n.claim_token} = NULL, ${n.claim_time} = NULL, ${n.worker_id} = NULL, ${n.run_at} = NULL,`,
    `      ${n.attempts} = ${n.attempts} - (${unstarted}), ${n.start_time} = NULL`,
  ].join("\n");
}

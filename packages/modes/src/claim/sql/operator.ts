import type { QueueModel } from "@queuegen/model";
import { type Names, namesOf } from "./names.js";
import { nowMs } from "./now.js";
import { reclaimPart } from "./parts.js";
import { type Statement, statement } from "./statement.js";
import type { SqlStyle } from "./style.js";
import { leavingTimesAlone } from "./untouched.js";

/** What the operator's commands do to the jobs of a queue. Each change repeats the state that it expects; 0 rows: it was another. */
export function operatorStatements(model: QueueModel, style: SqlStyle): readonly Statement[] {
  const names = namesOf(model);
  const now = nowMs(style);
  return leavingTimesAlone(model, [
    ...lookStatements(names, now),
    ...changeStatements(names, now),
    ...releaseStatements(model, names, style),
  ]);
}

function lookStatements(n: Names, now: string): readonly Statement[] {
  const key = n.dedupe_key === undefined ? "NULL" : n.dedupe_key;
  const columns = [
    `${n.idText} AS job_id, ${n.status} AS job_status, ${n.claim_token} AS job_token, ${n.claim_time} AS claimed_s`,
    `${n.worker_id} AS worker, ${n.attempts} AS attempts, ${n.create_time} AS created_ms, ${n.start_time} AS started_ms`,
    `${n.finish_time} AS finished_ms, ${n.run_at} AS due_ms, ${n.error_message} AS error, ${key} AS dedupe_key`,
    `${now} AS now_ms, UNIX_TIMESTAMP() AS now_s`,
  ];
  const job = `SELECT ${columns.join(", ")} FROM ${n.table}`;
  return [
    statement("jobs", "What is known of some jobs.", `${job} FORCE INDEX (PRIMARY) WHERE ${n.id} IN (:ids)`),
    statement(
      "heldBy",
      "Jobs that one worker has claimed, page by page.",
      `${job} FORCE INDEX (${n.byStatus})`,
      `WHERE ${n.status} = 1 AND ${n.afterPage} AND ${n.worker_id} = :worker ORDER BY ${n.id} LIMIT :limit`,
    ),
    statement(
      "inState",
      "Ids in one state, page by page; from the index alone.",
      `SELECT ${n.idText} AS job_id FROM ${n.table} FORCE INDEX (${n.byStatus})`,
      `WHERE ${n.status} = :status AND ${n.afterPage} ORDER BY ${n.id} LIMIT :limit`,
    ),
  ];
}

function changeStatements(n: Names, now: string): readonly Statement[] {
  const anew = [n.claim_token, n.claim_time, n.start_time, n.finish_time, n.run_at, n.error_message];
  return [
    statement(
      "retryDead",
      "3 -> 0, with all its attempts. It keeps its dedupe key, which it had while it was dead.",
      `UPDATE ${n.table} FORCE INDEX (PRIMARY) SET ${n.status} = 0, ${n.attempts} = 0, ${anew.map((name) => `${name} = NULL`).join(", ")}`,
      `WHERE ${n.id} IN (:ids) AND ${n.status} = 3`,
    ),
    statement(
      "dueNow",
      "5 -> 5, due now.",
      `UPDATE ${n.table} FORCE INDEX (PRIMARY) SET ${n.run_at} = ${now}`,
      `WHERE ${n.id} IN (:ids) AND ${n.status} = 5`,
    ),
    statement(
      "cancel",
      "0, 5 -> 3. What runs or is over is not touched.",
      `UPDATE ${n.table} FORCE INDEX (PRIMARY) SET ${n.status} = 3, ${n.run_at} = NULL, ${n.finish_time} = ${now}, ${n.claim_token} = NULL, ${n.error_message} = 'cancelled'`,
      `WHERE ${n.id} IN (:ids) AND ${n.status} IN (0, 5)`,
    ),
  ];
}

function releaseStatements(model: QueueModel, n: Names, style: SqlStyle): readonly Statement[] {
  const lease = Math.ceil(model.options.claim.lease / 1000);
  const set = reclaimPart(model, n, style, "released by the operator");
  const update = `UPDATE ${n.table} FORCE INDEX (PRIMARY) SET ${set}`;
  const end = model.options.retry.attempts === 0 ? "0" : "0 or 3";
  return [
    statement(
      "releaseExpired",
      `1 -> ${end}, as a reclaim. The age is judged here again: the worker may have renewed its lease since the look.`,
      update,
      `WHERE ${n.id} IN (:ids) AND ${n.status} = 1 AND (${n.claim_time} IS NULL OR ${n.claim_time} < UNIX_TIMESTAMP() - ${lease})`,
    ),
    statement(
      "releaseHeld",
      `1 -> ${end} inside the lease, by the token that was seen: never from a worker that has claimed it since.`,
      update,
      `WHERE ${n.id} IN (:ids) AND ${n.status} = 1 AND ${n.claim_token} IN (:tokens)`,
    ),
  ];
}

import type { QueueModel } from "@queuegen/model";
import { type Names, namesOf } from "./names.js";
import { nowMs } from "./now.js";
import { reclaimPart } from "./parts.js";
import { type Statement, statement } from "./statement.js";
import type { SqlStyle } from "./style.js";
import { leavingTimesAlone } from "./untouched.js";

/** Every statement of a reclaimer: expired claims, what becomes of them, final rows, purge. */
export function reclaimerStatements(model: QueueModel, style: SqlStyle): readonly Statement[] {
  const names = namesOf(model);
  const statements = [...reclaimStatements(model, names, style), ...purgeStatements(names, nowMs(style))];
  return leavingTimesAlone(model, statements);
}

function reclaimStatements(model: QueueModel, n: Names, style: SqlStyle): readonly Statement[] {
  const lease = Math.ceil(model.options.claim.lease / 1000);
  const late = `${n.claim_time} IS NULL OR ${n.claim_time} < UNIX_TIMESTAMP() - ${lease}`;
  const ahead = `${n.claim_time} > UNIX_TIMESTAMP() + ${lease}`;
  const update = `UPDATE ${n.table} FORCE INDEX (PRIMARY) SET ${style.part("RECLAIM", reclaimPart(model, n, style))}`;
  const end = model.options.retry.attempts === 0 ? "0" : "0 or 3";
  return [
    statement(
      "expired",
      "Claims older than the lease, or from the future (the clock stepped back). Ids first: a look locks nothing.",
      `SELECT ${n.idText} AS job_id, ${n.claim_token} AS job_token, ${n.claim_time} AS job_time, ${ahead} AS ahead`,
      `FROM ${n.table} FORCE INDEX (${n.byStatus})`,
      `WHERE ${n.status} = 1 AND ${n.afterPage} AND (${late} OR ${ahead})`,
      `ORDER BY ${n.id} LIMIT :limit`,
    ),
    statement(
      "reclaim",
      `1 -> ${end}. The age is judged here again: the worker may have renewed its lease since the look.`,
      update,
      `WHERE ${n.id} IN (:ids) AND ${n.status} = 1 AND (${late})`,
    ),
    statement(
      "reclaimAhead",
      `The same for a ${n.claim_time} in the future, by its exact value.`,
      update,
      `WHERE ${n.id} IN (:ids) AND ${n.status} = 1 AND ${n.claim_time} = :seen AND ${ahead}`,
    ),
  ];
}

function purgeStatements(n: Names, now: string): readonly Statement[] {
  return [
    statement(
      "finished",
      "Final rows with their age; `:status` is 2 or 3.",
      `SELECT ${n.idText} AS job_id, ${n.finish_time} AS job_time, ${now} AS now_ms FROM ${n.table} FORCE INDEX (${n.byStatus})`,
      `WHERE ${n.status} = :status AND ${n.afterPage} ORDER BY ${n.id} LIMIT :limit`,
    ),
    statement(
      "purge",
      "Gone for good, after `:keep` ms.",
      `DELETE FROM ${n.table} WHERE ${n.id} IN (:ids) AND ${n.status} = :status AND ${n.finish_time} < ${now} - :keep`,
    ),
  ];
}

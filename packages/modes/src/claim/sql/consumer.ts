import type { QueueModel } from "@queuegen/model";
import { type Names, namesOf } from "./names.js";
import { nowMs } from "./now.js";
import { claimPart } from "./parts.js";
import { candidateList, jobList } from "./read.js";
import { type Statement, statement } from "./statement.js";
import type { SqlStyle } from "./style.js";
import { leavingTimesAlone } from "./untouched.js";

/** Every statement of a consumer: candidates, claim, start mark, heartbeat, write-back, release, verdict. */
export function consumerStatements(model: QueueModel, style: SqlStyle): readonly Statement[] {
  const names = namesOf(model);
  const now = nowMs(style);
  const job = style.part("JOB", jobList(model, names));
  const claim = style.part("CLAIM", claimPart(names));
  // The application may change a row of its own between look and claim: what counts is read after the claim.
  const seen = model.adopted ? candidateList(names) : job;
  return leavingTimesAlone(model, [
    ...lookStatements(names, now, seen, model.options.claim.skipLocked),
    inWorkStatement(names),
    ...claimStatements(names, now, job, claim),
    ...holdStatements(names, now),
    completeStatement(model, names, now),
    ...failStatements(model, names, now),
    verdictStatement(names),
  ]);
}

function lookStatements(n: Names, now: string, job: string, skipLocked: boolean): readonly Statement[] {
  const fresh = `FROM ${n.table} FORCE INDEX (${n.byStatus}) WHERE ${n.status} = 0${n.afterFloor} ORDER BY ${n.id} LIMIT :limit`;
  const due = `FROM ${n.table} FORCE INDEX (${n.byRunAt}) WHERE ${n.run_at} <= ${now} AND ${n.status} = 5 ORDER BY ${n.run_at} LIMIT :limit`;
  const lock = skipLocked ? " FOR UPDATE SKIP LOCKED" : "";
  return [
    statement(
      "fresh",
      `Candidates, oldest first: reads \`limit\` entries of ${n.byStatus}.`,
      `SELECT ${job} ${fresh}${lock}`,
    ),
    statement(
      "due",
      `Candidates whose backoff or delay is over: reads \`limit\` entries of ${n.byRunAt}.`,
      `SELECT ${job} ${due}${lock}`,
    ),
    statement(
      "poll",
      "Is there work, or in how many ms will the next job be due? One statement for the idle poll.",
      `(SELECT 'fresh' AS kind, ${n.idText} AS note ${fresh})`,
      `UNION ALL (SELECT 'due' AS kind, CAST(CAST(${n.run_at} AS SIGNED) - (${now}) AS CHAR) AS note`,
      `FROM ${n.table} FORCE INDEX (${n.byRunAt}) WHERE ${n.run_at} IS NOT NULL AND ${n.status} = 5 ORDER BY ${n.run_at} LIMIT :limit)`,
    ),
  ];
}

function inWorkStatement(n: Names): Statement {
  return statement(
    "inWork",
    "A row for each job in work, at most as many as all processes together may have; only where there is such a limit.",
    `SELECT 1 FROM ${n.table} FORCE INDEX (${n.byStatus}) WHERE ${n.status} = 1 LIMIT :limit`,
  );
}

function claimStatements(n: Names, now: string, job: string, claim: string): readonly Statement[] {
  return [
    statement(
      "claim",
      "0 -> 1. `:seen` is 0 for rows seen before their first attempt, 65535 for the rest, which are read back. Fewer than sent: others took them.",
      `${update(n)} SET ${claim}`,
      `WHERE ${n.id} IN (:ids) AND ${n.status} = 0 AND ${n.attempts} <= :seen`,
    ),
    statement(
      "claimDue",
      "5 -> 1, only if still due.",
      `${update(n)} SET ${claim}, ${n.run_at} = NULL`,
      `WHERE ${n.id} IN (:ids) AND ${n.status} = 5 AND ${n.attempts} <= :seen AND ${n.run_at} <= ${now}`,
    ),
    statement(
      "claimed",
      "What was won, by id and token (the token alone has no index).",
      `SELECT ${job} FROM ${n.table} FORCE INDEX (PRIMARY) WHERE ${n.id} IN (:ids) AND ${n.status} = 1 AND ${n.claim_token} = :token ORDER BY ${n.id}`,
    ),
  ];
}

function holdStatements(n: Names, now: string): readonly Statement[] {
  return [
    statement(
      "start",
      "The start mark, before the handler of every attempt but the first.",
      `${update(n)} SET ${n.start_time} = ${now}`,
      owned(n),
    ),
    statement(
      "heartbeat",
      "Renews the lease of all in hand; of these the running ones count as started.",
      update(n),
      `SET ${n.start_time} = IF(${n.id} IN (:running) AND ${n.start_time} IS NULL, ${now}, ${n.start_time}), ${n.claim_time} = UNIX_TIMESTAMP()`,
      owned(n),
    ),
  ];
}

function completeStatement(model: QueueModel, n: Names, now: string): Statement {
  if (model.options.retention.onSuccess === "delete") {
    return statement(
      "complete",
      "1 -> gone. A row that is missing afterwards was finished, by whom is unknown.",
      `DELETE FROM ${n.table}`,
      owned(n),
    );
  }
  const freeKey = n.dedupe_key === undefined ? "" : `, ${n.dedupe_key} = NULL`;
  return statement(
    "complete",
    '1 -> 2. The token stays: it tells "done by me" from "lost".',
    `${update(n)} SET ${n.status} = 2, ${n.finish_time} = ${now}, ${n.error_message} = NULL${freeKey}`,
    owned(n),
  );
}

function failStatements(model: QueueModel, n: Names, now: string): readonly Statement[] {
  const max = model.options.retry.attempts;
  const error = `${n.error_message} = ELT(FIELD(${n.id}, :ids), :errors)`;
  const later = `${now} + ELT(FIELD(${n.id}, :ids), :delays)`;
  const usedUp = `${n.attempts} >= ${max}`;
  const set =
    max === 0
      ? [`SET ${n.status} = 5, ${n.finish_time} = NULL, ${n.run_at} = ${later}, ${error}`]
      : [
          `SET ${n.status} = IF(${usedUp}, 3, 5), ${n.run_at} = IF(${usedUp}, NULL, ${later}),`,
          `  ${n.finish_time} = IF(${usedUp}, ${now}, NULL), ${error}`,
        ];
  return [
    statement(
      "retry",
      `1 -> 5 after a failed attempt${max === 0 ? "" : ", or 3 when attempts are used up"}. \`:delays\` (ms) and \`:errors\` run parallel to \`:ids\`.`,
      update(n),
      ...set,
      owned(n),
    ),
    statement(
      "dead",
      "1 -> 3: the handler said so, or the payload does not decode.",
      update(n),
      `SET ${n.status} = 3, ${n.finish_time} = ${now}, ${error}`,
      owned(n),
    ),
    statement(
      "releaseStarted",
      "1 -> 5 because the handler said so: this attempt does not count. `:delays` (ms) run parallel to `:ids`.",
      `${update(n)} SET ${n.status} = 5, ${n.run_at} = ${later}, ${n.attempts} = ${n.attempts} - (${n.attempts} > 0)`,
      owned(n),
    ),
    statement(
      "release",
      "1 -> 0, only what was not started: gives the attempt back.",
      update(n),
      `SET ${n.status} = 0, ${n.claim_token} = NULL, ${n.claim_time} = NULL, ${n.worker_id} = NULL, ${n.attempts} = ${n.attempts} - (${n.attempts} > 0)`,
      `${owned(n)} AND ${n.start_time} IS NULL`,
    ),
  ];
}

function verdictStatement(n: Names): Statement {
  return statement(
    "verdict",
    "Whose are they? Read after a write that touched fewer rows than sent.",
    `SELECT ${n.idText} AS job_id, ${n.status} AS job_status, ${n.claim_token} AS job_token FROM ${n.table} FORCE INDEX (PRIMARY) WHERE ${n.id} IN (:ids)`,
  );
}

/** Without the hint MariaDB takes the index on status on small tables and locks the gap that producers insert into. */
function update(n: Names): string {
  return `UPDATE ${n.table} FORCE INDEX (PRIMARY)`;
}

/** The fence: a row that was taken over cannot be written by its former owner. */
function owned(n: Names): string {
  return `WHERE ${n.id} IN (:ids) AND ${n.status} = 1 AND ${n.claim_token} IN (:tokens)`;
}

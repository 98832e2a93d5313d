import { StepError } from "../bootstrap/step.mjs";
import { heading, number, say } from "./terminal.mjs";

/**
 * @typedef {import("mysql2/promise").Pool} Pool
 * @typedef {import("mysql2/promise").RowDataPacket} RowDataPacket
 */

/**
 * Judges by the ledger that the handler wrote and by the transitions that a trigger wrote down, neither of which the
 * workers read. Throws when a job was lost or completed twice.
 * @param {Pool} db
 * @param {number} jobs how many were put in
 * @param {import("./drain.mjs").Drained} drained
 */
export async function judge(db, jobs, { seconds, heldByKilled }) {
  heading("7. What happened");
  const count = async (/** @type {string} */ sql) => {
    const [[row]] = /** @type {[RowDataPacket[], unknown]} */ (await db.query(sql));
    return Number(Object.values(row ?? {})[0]);
  };
  const fromKilled = "from_status = 1 AND to_status = 0 AND worker LIKE 'worker-a%'";
  const facts = {
    rows: await count("SELECT COUNT(*) FROM notify_task"),
    done: await count("SELECT COUNT(*) FROM notify_task WHERE status = 2"),
    attempts: await count("SELECT SUM(attempts) FROM notify_task"),
    reclaimed: await count(`SELECT COUNT(*) FROM transition WHERE ${fromKilled}`),
    // On a machine that is very busy, a worker can be late for its own lease.
    late: await count(
      `SELECT COUNT(*) FROM transition WHERE from_status = 1 AND to_status = 0 AND NOT (${fromKilled})`,
    ),
    effects: await count("SELECT COUNT(*) FROM ledger"),
    lost: await count(
      "SELECT COUNT(*) FROM notify_task t LEFT JOIN ledger l ON l.job_id = t.id WHERE l.id IS NULL OR t.status <> 2",
    ),
    completedTwice: await count(
      "SELECT COUNT(*) FROM (SELECT job_id FROM transition WHERE to_status = 2 GROUP BY job_id HAVING COUNT(*) > 1) twice",
    ),
    // A worker may die after the effect and before the completion: one effect a claim, not more.
    unclaimed: await count(
      `SELECT COUNT(*) FROM (SELECT job_id, COUNT(*) AS times FROM ledger GROUP BY job_id) l
        WHERE times > (SELECT COUNT(*) FROM transition t WHERE t.job_id = l.job_id AND t.to_status = 1)`,
    ),
  };
  say(
    [
      `rows        ${number(facts.rows).padStart(7)}`,
      `done        ${number(facts.done).padStart(7)}`,
      `reclaimed   ${number(facts.reclaimed).padStart(7)}   of the ${number(heldByKilled)} that the killed worker had in hand`,
      ...(facts.late > 0
        ? [`late        ${number(facts.late).padStart(7)}   taken from a worker that did not renew them in time`]
        : []),
      `attempts    ${number(facts.attempts).padStart(7)}`,
      `effects     ${number(facts.effects).padStart(7)}   lines in the ledger; ${number(facts.effects - facts.rows)} more than jobs: done before the kill, not yet completed`,
      `jobs/s      ${number(facts.rows / seconds).padStart(7)}   all in, with the wait for the dead worker's lease`,
      `lost        ${number(facts.lost).padStart(7)}`,
      `twice       ${number(facts.completedTwice).padStart(7)}   completed by two owners`,
    ].join("\n"),
  );
  const wrong = [
    facts.rows === jobs ? [] : [`${jobs} jobs were put in, ${facts.rows} are in the table`],
    facts.done === jobs ? [] : [`${facts.done} of ${jobs} jobs are done`],
    facts.lost === 0 ? [] : [`${facts.lost} jobs were lost`],
    facts.completedTwice === 0 ? [] : [`${facts.completedTwice} jobs were completed twice`],
    facts.reclaimed > 0 ? [] : ["nothing was reclaimed, though a worker was killed with jobs in hand"],
    facts.unclaimed === 0 ? [] : [`${facts.unclaimed} jobs had more effects than claims`],
  ].flat();
  if (wrong.length > 0) throw new StepError(wrong.join("\n"));
}

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
  const perJob = "SELECT job_id, COUNT(*) AS times FROM";
  const facts = {
    rows: await count("SELECT COUNT(*) FROM notify_task"),
    done: await count("SELECT COUNT(*) FROM notify_task WHERE status = 2"),
    attempts: await count("SELECT SUM(attempts) FROM notify_task"),
    reclaimed: await count(
      "SELECT COUNT(*) FROM transition WHERE from_status = 1 AND to_status = 0 AND worker LIKE 'worker-a%'",
    ),
    handedBack: await count(
      "SELECT COUNT(*) FROM transition WHERE from_status = 1 AND to_status = 0 AND worker NOT LIKE 'worker-a%'",
    ),
    effects: await count("SELECT COUNT(*) FROM ledger"),
    lost: await count(
      "SELECT COUNT(*) FROM notify_task t LEFT JOIN ledger l ON l.job_id = t.id WHERE l.id IS NULL OR t.status <> 2",
    ),
    completedTwice: await count(
      `SELECT COUNT(*) FROM (${perJob} transition WHERE to_status = 2 GROUP BY job_id) c WHERE times > 1`,
    ),
    // A killed worker's effect may stand without its completion; anybody else's may not.
    repeatedWithoutReason: await count(
      `SELECT COUNT(*) FROM (${perJob} ledger GROUP BY job_id) l WHERE times > 1
        AND job_id NOT IN (SELECT job_id FROM transition WHERE from_status = 1 AND to_status = 0 AND worker LIKE 'worker-a%')`,
    ),
  };
  say(
    [
      `rows        ${number(facts.rows).padStart(7)}`,
      `done        ${number(facts.done).padStart(7)}`,
      `reclaimed   ${number(facts.reclaimed).padStart(7)}   of the ${heldByKilled} that the killed worker had in hand`,
      `attempts    ${number(facts.attempts).padStart(7)}`,
      `effects     ${number(facts.effects).padStart(7)}   lines in the ledger; ${facts.effects - facts.rows} jobs had their effect just before the kill, and again`,
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
    facts.reclaimed === heldByKilled
      ? []
      : [`${facts.reclaimed} rows were reclaimed, the killed worker held ${heldByKilled}`],
    facts.handedBack === 0 ? [] : [`${facts.handedBack} rows were taken from a worker that was alive`],
    facts.repeatedWithoutReason === 0
      ? []
      : [`${facts.repeatedWithoutReason} jobs ran twice though their worker was alive`],
  ].flat();
  if (wrong.length > 0) throw new StepError(wrong.join("\n"));
}

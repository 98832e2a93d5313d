import { setTimeout as delay } from "node:timers/promises";
import { StepError } from "../bootstrap/step.mjs";
import { heading, indent, number, progress, say } from "./terminal.mjs";
import { WorkerProcess } from "./workers.mjs";

/**
 * @typedef {import("./project.mjs").Project} Project
 * @typedef {import("mysql2/promise").Pool} Pool
 * @typedef {import("mysql2/promise").RowDataPacket} RowDataPacket
 *
 * @typedef {object} Drained
 * @property {number} seconds from the start of the workers to the last job done
 * @property {number} heldByKilled rows that the killed worker had in hand
 */

/** Reclaiming takes a lease, a heartbeat interval and a look or two; the rest is for slow machines. */
const DRAIN_MS = 4 * 60_000;
const KILL_WITHIN_MS = 60_000;

/**
 * Two worker processes, one of which is killed in mid-batch, until nothing is left to do.
 * @param {Project} project
 * @param {Pool} db
 * @param {number} jobs
 * @returns {Promise<Drained>}
 */
export async function drain(project, db, jobs) {
  heading("6. Two workers, one of them killed in mid-batch");
  const started = Date.now();
  const victim = new WorkerProcess(project, "worker-a");
  const survivor = new WorkerProcess(project, "worker-b");
  const bar = progress();
  try {
    const heldByKilled = await killInMidBatch(victim, survivor, db, jobs, bar);
    const killedAt = Date.now();
    const deadline = Date.now() + DRAIN_MS;
    for (let counts = await countByStatus(db); counts.open > 0; counts = await countByStatus(db)) {
      survivor.assertRunning();
      if (Date.now() > deadline) throw new StepError(`not drained within ${DRAIN_MS / 1000} s\n${survivor.log}`);
      const since = ((Date.now() - killedAt) / 1000).toFixed(0);
      bar.show(`${line(counts)}   ${since} s since the kill`);
      await delay(200);
    }
    const seconds = (Date.now() - started) / 1000;
    bar.end(`drained after ${seconds.toFixed(1)} s`);
    const how = await survivor.end("SIGTERM");
    say(`SIGTERM to worker-b: ${how}. Its log:\n${indent(survivor.log)}`);
    if (how !== "exit code 0") throw new StepError(`worker-b did not stop in an orderly way: ${how}\n${survivor.log}`);
    return { seconds, heldByKilled };
  } finally {
    for (const worker of [victim, survivor]) worker.signal("SIGKILL");
  }
}

/**
 * Freezes the victim, looks whether it holds rows, and only then kills it: otherwise it might be between two batches.
 * @param {WorkerProcess} victim
 * @param {WorkerProcess} survivor
 * @param {Pool} db
 * @param {number} jobs
 * @param {ReturnType<typeof progress>} bar
 * @returns {Promise<number>} rows it held
 */
async function killInMidBatch(victim, survivor, db, jobs, bar) {
  const deadline = Date.now() + KILL_WITHIN_MS;
  for (;;) {
    victim.assertRunning();
    survivor.assertRunning();
    const counts = await countByStatus(db);
    bar.show(line(counts));
    if (counts.done > jobs / 10) {
      victim.signal("SIGSTOP");
      const held = await settledCount(db, victim.name);
      if (held > 0) {
        await victim.end("SIGKILL");
        bar.end(`SIGKILL to worker-a after ${number(counts.done)} jobs; it had ${number(held)} in hand`);
        return held;
      }
      victim.signal("SIGCONT");
    }
    if (counts.open === 0) throw new StepError("everything was done before worker-a could be killed in mid-batch");
    if (Date.now() > deadline) {
      throw new StepError(`worker-a held no rows for ${KILL_WITHIN_MS / 1000} s\n${victim.log}\n${survivor.log}`);
    }
    await delay(50);
  }
}

/**
 * How many rows a frozen worker holds, once the statements that it had sent before are through.
 * @param {Pool} db
 * @param {string} worker
 */
async function settledCount(db, worker) {
  let before = -1;
  for (;;) {
    const [[row]] = /** @type {[RowDataPacket[], unknown]} */ (
      await db.query("SELECT COUNT(*) AS held FROM notify_task WHERE status = 1 AND worker_id LIKE ?", [`${worker}%`])
    );
    const held = Number(row?.held);
    if (held === before) return held;
    before = held;
    await delay(100);
  }
}

/** @param {Pool} db */
async function countByStatus(db) {
  const [rows] = /** @type {[RowDataPacket[], unknown]} */ (
    await db.query("SELECT status, COUNT(*) AS n FROM notify_task GROUP BY status")
  );
  const of = (/** @type {number} */ status) => Number(rows.find((row) => row.status === status)?.n ?? 0);
  const all = rows.reduce((sum, row) => sum + Number(row.n), 0);
  const [done, dead] = [of(2), of(3)];
  return { pending: of(0), processing: of(1), waiting: of(5), done, dead, open: all - done - dead };
}

/** @param {Awaited<ReturnType<typeof countByStatus>>} counts */
function line({ pending, processing, done }) {
  return `pending ${number(pending).padStart(6)}   processing ${number(processing).padStart(5)}   done ${number(done).padStart(6)}`;
}

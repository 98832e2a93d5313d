import type { Connection } from "mysql2/promise";
import type { Random } from "../random.js";
import type { Scene } from "../scene.js";
import { type Injector, injector, sleep } from "./injector.js";

/** Rows written first make this transaction the heavier one, so that the server picks the worker's as the victim. */
const WEIGHT = 300;
const DEADLOCK = 1213;
const LOCK_WAIT_TIMEOUT = 1205;

/** Locks rows that are in work in the order opposite to the workers', sometimes for longer than they wait. */
export async function locker(scene: Scene, random: Random): Promise<Injector> {
  const session = await scene.connect();
  await session.query("SET SESSION innodb_lock_wait_timeout = 3");
  await scene.query("CREATE TABLE ballast (n int)");
  return injector("locker", async (count, signal) => {
    await sleep(random.between(20, 200), signal);
    const ids = await inWork(scene, session, random.between(2, 12));
    if (ids.length < 2) return;
    await session.beginTransaction();
    try {
      await session.query(`INSERT INTO ballast VALUES ${Array(WEIGHT).fill("(1)").join(",")}`);
      for (const id of ids.reverse()) {
        await session.query(`SELECT id FROM ${scene.queue.table} WHERE id = ${id} FOR UPDATE`);
        await sleep(random.between(0, 10), signal);
      }
      if (random.next() < 0.05) {
        count("held for longer than a lock is waited for");
        await sleep(1_300, signal);
      }
      count("locked backwards");
    } catch (error) {
      const { errno } = error as { errno?: number };
      if (errno !== DEADLOCK && errno !== LOCK_WAIT_TIMEOUT) throw error;
      count("was the victim itself");
    } finally {
      await session.rollback();
    }
  });
}

/** Ids of neighbours: rows that workers are about to write together. */
async function inWork(scene: Scene, session: Connection, most: number): Promise<string[]> {
  const [rows] = await session.query(
    `SELECT CAST(id AS CHAR) AS id FROM ${scene.queue.table} FORCE INDEX (idx_status_id) WHERE status = 1 ORDER BY id LIMIT ${most}`,
  );
  return (rows as { id: string }[]).map(({ id }) => id).sort((a, b) => Number(BigInt(a) - BigInt(b)));
}

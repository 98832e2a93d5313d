import { expect, test } from "vitest";
import { eachServer } from "../services/database.js";
import { inScene, type Scene } from "./harness/scene.js";
import { until } from "./harness/until.js";

/** A twenty-fifth in the short form: what matters is that no purge comes by while they run. */
const SNAPSHOT_JOBS = Number(process.env.QUEUEGEN_FAULT_JOBS ?? 160) * 25;
const OLD_ROWS = 20_000;

eachServer((server) => {
  test("the purge of old rows, an index built and dropped, columns added and dropped, a table rebuilt, all under load: nothing lost", () =>
    inScene(server, async (scene) => {
      await insertOldRows(scene);
      const workers = [await scene.worker(), await scene.worker()];
      const producer = await scene.producer({ act: "stream", jobs: 2_000, seed: 1 });
      for (const sql of [
        "ADD INDEX idx_create_time (create_time)",
        "COMMENT 'under load'",
        "DROP INDEX idx_create_time",
        "FORCE, ALGORITHM=INPLACE, LOCK=NONE",
      ]) {
        await scene.query(`ALTER TABLE ${scene.queue.table} ${sql}`);
      }
      await scene.migrate("up");
      await scene.migrate("down");
      await producer.told(({ kind }) => kind === "done");
      for (const message of producer.messages) {
        if (message.kind === "committed") scene.produced.push(...message.ids);
        if (message.kind === "rolledBack") scene.rolledBack.push(...message.ids);
      }
      await until(async () => (await count(scene, "status IN (0, 1, 5)")) === 0, "all jobs final");
      await until(async () => (await count(scene, "worker_id = 'long ago'")) === 0, "the old rows purged");
      expect(workers.every(({ running }) => running)).toBe(true);
    }));

  test(
    `a snapshot held open during ${SNAPSHOT_JOBS} jobs: each is done once`,
    () =>
      inScene(
        server,
        async (scene) => {
          // The log of transitions would be a load of its own, and take more memory than the judge has.
          for (const event of ["insert", "update", "delete"]) {
            await scene.query(`DROP TRIGGER ${scene.queue.table}_${event}`);
          }
          const reader = await scene.connect();
          await reader.query("START TRANSACTION WITH CONSISTENT SNAPSHOT");
          await reader.query(`SELECT COUNT(*) FROM ${scene.queue.table}`);
          await scene.worker();
          await scene.worker();
          for (let left = SNAPSHOT_JOBS; left > 0; left -= 1_000) await insertPassing(scene, Math.min(left, 1_000));
          await until(async () => (await count(scene, "status = 2")) === SNAPSHOT_JOBS, "all done", 1_500_000);
          const [seen] = (await reader.query(`SELECT COUNT(*) AS n FROM ${scene.queue.table}`))[0] as { n: number }[];
          expect(seen?.n, "the snapshot was held to the end").toBe(0);
          const [runs] = await scene.query("SELECT COUNT(*) AS runs, COUNT(DISTINCT job) AS jobs FROM ledger");
          expect(runs).toEqual({ runs: SNAPSHOT_JOBS, jobs: SNAPSHOT_JOBS });
          await scene.query("TRUNCATE TABLE ledger");
        },
        { limitMs: 1_600_000 },
      ),
    1_700_000,
  );
});

/** Rows that were done longer ago than the queue keeps them; the log knows nothing of their past. */
async function insertOldRows(scene: Scene): Promise<void> {
  const longAgo = Date.now() - 8 * 86_400_000;
  const row = `(2, 'long ago', ${longAgo}, ${longAgo}, '{"act":"pass"}')`;
  for (let left = OLD_ROWS; left > 0; left -= 1_000) {
    await scene.query(
      `INSERT INTO ${scene.queue.table} (status, worker_id, create_time, finish_time, payload) VALUES ${Array(1_000).fill(row).join(",")}`,
    );
  }
  await scene.query("TRUNCATE TABLE transition_log");
}

async function insertPassing(scene: Scene, jobs: number): Promise<void> {
  const row = `(${Date.now()}, '{"act":"pass"}')`;
  await scene.query(
    `INSERT INTO ${scene.queue.table} (create_time, payload) VALUES ${Array(jobs).fill(row).join(",")}`,
  );
}

async function count(scene: Scene, condition: string): Promise<number> {
  const [row] = await scene.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${scene.queue.table} WHERE ${condition}`);
  return Number(row?.n);
}

import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { judge } from "./verdict.mjs";

const JUDGE_SQL = readFileSync(new URL("../fixtures/demo/judge.sql", import.meta.url), "utf8");
const TABLE = `CREATE TABLE notify_task (
  id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, status TINYINT UNSIGNED NOT NULL DEFAULT 0,
  worker_id VARCHAR(64), attempts INT NOT NULL DEFAULT 0)`;

/** What the judge of the demo sees of three jobs; the second was in the hands of a worker that was killed. */
eachServer((server) => {
  const database = freshDatabase(server);

  beforeAll(async () => {
    const pool = database.pool({ multipleStatements: true });
    await pool.query(TABLE);
    await pool.query(JUDGE_SQL);
  });
  beforeEach(async () => {
    // Sixteen summaries would drown the report.
    vi.spyOn(console, "log").mockReturnValue();
    await database.truncate();
    await database.query("INSERT INTO notify_task (id) VALUES (1), (2), (3)");
    await claim("worker-a-c1", [2]);
    await database.query("UPDATE notify_task SET status = 0, worker_id = NULL WHERE id = 2");
    await claim("worker-b-c1", [1, 2, 3]);
    await effect("worker-b", [1, 2, 3]);
    await complete([1, 2, 3]);
  });

  const claim = (worker: string, ids: number[]): Promise<unknown> =>
    database.query("UPDATE notify_task SET status = 1, worker_id = ?, attempts = attempts + 1 WHERE id IN (?)", [
      worker,
      ids,
    ]);
  const complete = (ids: number[]): Promise<unknown> =>
    database.query("UPDATE notify_task SET status = 2 WHERE id IN (?)", [ids]);
  const effect = (worker: string, ids: number[]): Promise<unknown> =>
    database.query("INSERT INTO ledger (job_id, worker, attempt, title) VALUES ?", [
      ids.map((id) => [id, worker, 1, ""]),
    ]);
  const verdict = (): Promise<void> => judge(database.pool(), 3, { seconds: 1, heldByKilled: 1 });

  test("is content when every job is done once and the killed worker's row came back", async () => {
    await verdict();
  });

  test("is content when the killed worker had the effect before it died", async () => {
    await effect("worker-a", [2]);
    await verdict();
  });

  test("a job without an effect is lost", async () => {
    await database.query("DELETE FROM ledger WHERE job_id = 3");
    await expect(verdict()).rejects.toThrow("1 jobs were lost");
  });

  test("a job that is not done is lost, though it had its effect", async () => {
    await database.query("UPDATE notify_task SET status = 3 WHERE id = 3");
    await expect(verdict()).rejects.toThrow("1 jobs were lost");
  });

  test("a row that vanished is missed", async () => {
    await database.query("DELETE FROM notify_task WHERE id = 3");
    await expect(verdict()).rejects.toThrow("3 jobs were put in, 2 are in the table");
  });

  test("a job completed by two owners is found", async () => {
    await claim("worker-b-c1", [3]);
    await complete([3]);
    await expect(verdict()).rejects.toThrow("1 jobs were completed twice");
  });

  test("more effects than claims are found", async () => {
    await effect("worker-b", [1]);
    await expect(verdict()).rejects.toThrow("1 jobs had more effects than claims");
  });

  test("a killed worker whose rows never came back is found", async () => {
    await database.query("DELETE FROM transition WHERE from_status = 1 AND to_status = 0");
    await expect(verdict()).rejects.toThrow("nothing was reclaimed");
  });
});

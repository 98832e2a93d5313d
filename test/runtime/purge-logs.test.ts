import { beforeAll, expect, test } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { madeQueue } from "./made-queue.js";
import { startWorker } from "./work.js";

const NOW = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000";

eachServer((server) => {
  const database = freshDatabase(server);
  const queue = madeQueue('once: true, retention: { once: "2d", runLog: "1h" }, worker: { runLog: true },');
  beforeAll(() => queue.createTables(database));

  test("a worker deletes keys and rounds that are past their retention, of its own queue", async () => {
    const key = (queueName: string, name: string, hours: number, status = 2) =>
      database.query(
        `INSERT INTO queuegen_once (queue, once_key, status, claim_token, job_id, time_ms) VALUES (?, ?, ${status}, 't', '1', ${NOW} - ${hours} * 3600000)`,
        [queueName, name],
      );
    const round = (queueName: string, worker: string, hours: number) =>
      database.query(
        `INSERT INTO queuegen_run_log (queue, worker_id, begin_ms, end_ms, claimed, completed, retried, dead, lost, released) VALUES (?, ?, 0, ${NOW} - ${hours} * 3600000, 1, 1, 0, 0, 0, 0)`,
        [queueName, worker],
      );
    await Promise.all([key("notify", "young", 47), key("notify", "old", 49), key("notify", "left", 49, 1)]);
    await Promise.all([key("mail", "old", 49), round("notify", "young", 0.5), round("notify", "old", 2)]);
    await round("mail", "old", 2);
    const many = Array.from({ length: 1_200 }, (_, i) => `('notify', 'k${i}', 2, 't', '1', 0)`).join(",");
    await database.query(
      `INSERT INTO queuegen_once (queue, once_key, status, claim_token, job_id, time_ms) VALUES ${many}`,
    );
    const worker = startWorker(database, queue, () => undefined);
    await expect
      .poll(
        async () => [
          await database.query("SELECT queue, once_key AS k FROM queuegen_once ORDER BY queue, once_key"),
          await database.query("SELECT queue, worker_id AS k FROM queuegen_run_log ORDER BY queue, worker_id"),
        ],
        { timeout: 15_000 },
      )
      .toEqual([
        [
          { queue: "mail", k: "old" },
          { queue: "notify", k: "young" },
        ],
        [
          { queue: "mail", k: "old" },
          { queue: "notify", k: "young" },
        ],
      ]);
    await worker.close();
  });
});

import type { QueueModel } from "@queuegen/model";
import { createConnection } from "mysql2/promise";
import { describe, expect, it } from "vitest";
import { type ExplainedQueue, explainQueue } from "../../packages/cli/src/explain/explain-queue.js";
import { openExplainSession } from "../../packages/cli/src/explain/session.js";
import { NOTIFY } from "../../packages/migrations/src/fixtures.js";
import { eachServer, freshDatabase } from "../services/database.js";
import { fillBacklog } from "./backlog.js";
import { WITH_OPTIONS } from "./with-options.js";

const STATUS_INDEX_GONE = {
  mysql: "ALTER TABLE notify_task ALTER INDEX idx_status_id INVISIBLE",
  mariadb: "ALTER TABLE notify_task ALTER INDEX idx_status_id IGNORED",
} as const;

eachServer((server) => {
  describe.each([0, 1, 3, 30, 300, 3_000])("explain with %d finished, waiting and pending rows each", (rows) => {
    const database = freshDatabase(server);

    async function explained(model: QueueModel): Promise<ExplainedQueue> {
      const connection = await createConnection({ uri: database.url });
      try {
        return await explainQueue(await openExplainSession(connection), model);
      } finally {
        await connection.end();
      }
    }

    it.each([true, false])("finds no fault (statistics known: %s)", { timeout: 120_000 }, async (analyzed) => {
      await fillBacklog(database, WITH_OPTIONS, rows, Math.min(rows, 200));
      if (analyzed) await database.query("ANALYZE TABLE notify_task");
      for (const model of [NOTIFY, WITH_OPTIONS]) {
        const { statements } = await explained(model);
        expect(statements.filter(({ problems }) => problems.length > 0)).toEqual([]);
        expect(statements.length).toBeGreaterThan(15);
      }
    });

    it("finds an index of other columns, one that is gone and one that is invisible", {
      timeout: 120_000,
    }, async () => {
      const failing = async (): Promise<readonly string[]> =>
        (await explained(NOTIFY)).statements.filter(({ problems }) => problems.length > 0).map(({ name }) => name);
      await fillBacklog(database, NOTIFY, rows, Math.min(rows, 200));
      await database.query("ALTER TABLE notify_task DROP KEY idx_run_at, ADD KEY idx_run_at (user_id)");
      expect(await failing()).toEqual(["due", "poll"]);
      await database.query("ALTER TABLE notify_task DROP KEY idx_run_at");
      expect(await failing()).toEqual(["due", "poll"]);
      await database.query("ALTER TABLE notify_task ADD KEY idx_run_at (run_at)");
      expect(await failing()).toEqual([]);
      await database.query(STATUS_INDEX_GONE[server.name]);
      expect(await failing()).toEqual(expect.arrayContaining(["fresh", "poll", "expired", "finished"]));
    });
  });
});

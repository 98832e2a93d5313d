import type { QueueModel } from "@queuegen/model";
import { createConnection } from "mysql2/promise";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { type ExplainedQueue, explainQueue } from "../../packages/cli/src/explain/explain-queue.js";
import { reportText } from "../../packages/cli/src/explain/report.js";
import { openExplainSession } from "../../packages/cli/src/explain/session.js";
import { NOTIFY } from "../../packages/migrations/src/fixtures.js";
import { eachServer, freshDatabase } from "../services/database.js";
import { BACKLOG_ROWS, fillBacklog } from "./backlog.js";
import { WITH_OPTIONS } from "./with-options.js";

const STATUS_INDEX_GONE = {
  mysql: "ALTER TABLE notify_task ALTER INDEX idx_status_id INVISIBLE",
  mariadb: "ALTER TABLE notify_task ALTER INDEX idx_status_id IGNORED",
} as const;
const STATUS_INDEX_BACK = {
  mysql: "ALTER TABLE notify_task ALTER INDEX idx_status_id VISIBLE",
  mariadb: "ALTER TABLE notify_task ALTER INDEX idx_status_id NOT IGNORED",
} as const;

/** Statements whose work is to find rows by the index on (status, id). */
const BY_STATUS = ["fresh", "poll", "inWork", "expired", "finished"];

eachServer((server) => {
  describe(`explain on ${BACKLOG_ROWS} finished, waiting and pending rows each`, { timeout: 600_000 }, () => {
    const database = freshDatabase(server);
    beforeAll(() => fillBacklog(database, WITH_OPTIONS, BACKLOG_ROWS), 1_200_000);

    async function explained(model: QueueModel = NOTIFY): Promise<ExplainedQueue> {
      const connection = await createConnection({ uri: database.url });
      try {
        return await explainQueue(await openExplainSession(connection), model);
      } finally {
        await connection.end();
      }
    }

    function failing({ statements }: ExplainedQueue): readonly string[] {
      return statements.filter(({ problems }) => problems.length > 0).map(({ name }) => name);
    }

    it("finds every statement on its index, within its reads, without filesort or temporary table", async () => {
      const queue = await explained();
      if (process.env.QUEUEGEN_BACKLOG_ROWS) console.log(`${server.name} ${reportText([queue])}`);
      expect(queue.statements.filter(({ problems }) => problems.length > 0)).toEqual([]);
      expect(queue.statements.map(({ name }) => name)).toEqual([
        ...[
          "fresh",
          "due",
          "poll",
          "inWork",
          "claim",
          "claimDue",
          "claimed",
          "start",
          "heartbeat",
          "complete",
          "retry",
          "dead",
        ],
        ...["releaseStarted", "release", "verdict", "expired", "reclaim", "reclaimAhead", "finished", "purge"],
      ]);
      for (const { name, reads = -1 } of queue.statements) expect([name, reads >= 20]).toEqual([name, true]);
    });

    it("finds the same for a queue with every option", async () => {
      const { statements } = await explained(WITH_OPTIONS);
      expect(statements.filter(({ problems }) => problems.length > 0)).toEqual([]);
      expect(statements.at(-1)).toMatchObject({
        name: "duplicates",
        plan: [{ type: "range", index: "uniq_dedupe_key" }],
      });
    });

    it("finds the same with fresh statistics", async () => {
      await database.query("ANALYZE TABLE notify_task");
      expect(failing(await explained())).toEqual([]);
    });

    it("leaves every row as it was", async () => {
      const checksum = (): Promise<unknown[]> => database.query("CHECKSUM TABLE notify_task");
      const before = await checksum();
      await explained();
      expect(await checksum()).toEqual(before);
    });

    it("waits a second at most where rows are locked, and judges those statements by their plan", async () => {
      const holder = await createConnection({ uri: database.url });
      try {
        await holder.query("START TRANSACTION");
        await holder.query(
          "SELECT id FROM notify_task FORCE INDEX (idx_status_id) WHERE status = 0 ORDER BY id LIMIT 20 FOR UPDATE",
        );
        const queue = await explained();
        expect(failing(queue)).toEqual([]);
        const claim = queue.statements.find(({ name }) => name === "claim");
        expect(claim).toMatchObject({ reads: undefined, notMeasured: "rows are locked" });
      } finally {
        await holder.end();
      }
    });

    describe("without its indexes", () => {
      afterEach(async () => {
        const [row] = await database.query<{ "Create Table": string }>("SHOW CREATE TABLE notify_task");
        const table = row?.["Create Table"] ?? "";
        if (!table.includes("idx_status_id")) {
          await database.query("ALTER TABLE notify_task ADD KEY idx_status_id (status, id)");
        }
        if (!table.includes("idx_run_at")) await database.query("ALTER TABLE notify_task ADD KEY idx_run_at (run_at)");
        await database.query(STATUS_INDEX_BACK[server.name]);
      });

      it("fails when the index is invisible", async () => {
        await database.query(STATUS_INDEX_GONE[server.name]);
        expect(failing(await explained())).toEqual(BY_STATUS);
      });

      it("fails when the index was dropped, in the server's words", async () => {
        await database.query("ALTER TABLE notify_task DROP KEY idx_status_id");
        const queue = await explained();
        expect(failing(queue)).toEqual(BY_STATUS);
        expect(queue.statements[0]?.problems[0]).toMatch(/^the server refuses it: Key 'idx_status_id' doesn't exist/);
      });

      it("fails when the index has other columns", async () => {
        await database.query("ALTER TABLE notify_task DROP KEY idx_run_at, ADD KEY idx_run_at (user_id)");
        expect(failing(await explained())).toEqual(["due", "poll"]);
      });
    });
  });
});

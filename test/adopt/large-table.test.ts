import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { adoptedProject } from "./adopted-project.js";
import { startWriting } from "./write-load.js";

/** QUEUEGEN_ADOPT_ROWS=1000000 is the full size. */
const ROWS = Number(process.env.QUEUEGEN_ADOPT_ROWS ?? 100_000);

/** Hands a number of jobs to itself and ends; tells how many. */
const HANDLER = `import type { TaskHandler } from "../generated/task/consumer.js";
export const handleTask: TaskHandler = async (job) => {
  if (job.note !== "written") throw new Error("an old row: " + job.id);
};
`;

eachServer((server) => {
  describe(`a table of ${ROWS} rows that is written to without a pause`, () => {
    const database = freshDatabase(server);

    it("is adopted while no write waits for a second, and its queue then runs", async () => {
      await fill();
      const project = adoptedProject(database);
      const added = await project.queuegen("add", "task", "--table", "big", "--adopt", "--existing-rows", "done");
      expect(added).toMatchObject({ code: 0 });
      const stop = await startWriting(database.url, "big", 2);
      const begun = performance.now();
      const up = await project.queuegen("migrate", "up");
      const took = performance.now() - begun;
      expect(up).toMatchObject({ code: 0 });
      const [{ last } = { last: 0 }] = await database.query<{ last: number }>("SELECT MAX(id) AS last FROM big");
      // What comes after the migration.
      while ((await count(`id > ${last}`)) < 50) await delay(20);
      const load = await stop();
      console.log(
        `${server.name}: ${ROWS} rows adopted in ${Math.round(took)} ms; ${load.writes} writes meanwhile, the longest took ${Math.round(load.longest)} ms`,
      );
      expect(load.errors).toEqual([]);
      expect(load.longest).toBeLessThan(1000);
      expect(await count(`id <= ${ROWS} AND status <> 2`)).toBe(0);
      const jobs = await count("status = 0");
      expect(jobs).toBeGreaterThanOrEqual(50);
      expect(await count(`id > ${last} AND status <> 0`)).toBe(0);
      expect(await project.queuegen("explain")).toMatchObject({ code: 0 });

      project.write("queues/handlers/task.ts", HANDLER);
      await project.build();
      await project.work("--max-run-time", "5s");
      expect(await count("status <> 2")).toBe(0);
      expect(await count("status = 2 AND attempts = 1 AND finish_time > 0 AND create_time IS NULL")).toBe(jobs);
      expect(await count("changed <> '2020-01-01' AND note = 'old' AND user_id = 1")).toBe(0);
    }, 600_000);

    async function count(where: string): Promise<number> {
      const [row] = await database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM big WHERE ${where}`);
      return row?.n ?? -1;
    }

    async function fill(): Promise<void> {
      await database.query(`CREATE TABLE big (
        id bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
        user_id bigint unsigned NOT NULL,
        note varchar(100) NOT NULL DEFAULT '',
        padding char(100) NOT NULL DEFAULT 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
        made datetime NOT NULL DEFAULT CURRENT_TIMESTAMP,
        changed timestamp NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
        KEY by_user (user_id, made)
      ) ENGINE=InnoDB`);
      const digits =
        "(SELECT 0 d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)";
      const tables = ["a", "b", "c", "e", "f"].map((name) => `${digits} ${name}`).join(" CROSS JOIN ");
      for (let left = ROWS; left > 0; left -= 100_000) {
        await database.query(
          `INSERT INTO big (id, user_id, note, changed) SELECT ${ROWS - left} + n, 1, 'old', '2020-01-01' FROM
           (SELECT 1 + a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d AS n FROM ${tables}) AS numbers WHERE n <= ${left} ORDER BY n`,
        );
      }
    }
  });
});

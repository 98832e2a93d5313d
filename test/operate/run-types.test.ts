import { setTimeout as delay } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { type OperatedWorker, operateProject } from "./operate-project.js";

eachServer((server) => {
  describe("run types, with processes", () => {
    const database = freshDatabase(server);
    const project = operateProject(database);
    beforeEach(async () => {
      for (const table of ["solo_task", "chief_task", "ops_control", "ops_lease"]) {
        await database.query(`TRUNCATE TABLE ${table}`);
      }
    });

    const add = (queue: "solo" | "chief", count: number): Promise<unknown> =>
      database.query(`INSERT INTO ${queue}_task (create_time, payload) VALUES ?`, [
        Array.from({ length: count }, () => [1, "{}"]),
      ]);
    /** A claim of a worker that is gone. */
    const addLost = (queue: "solo" | "chief"): Promise<unknown> =>
      database.query(
        `INSERT INTO ${queue}_task (create_time, payload, status, claim_token, claim_time, attempts) VALUES (1, '{}', 1, 't', 5, 1)`,
      );
    const done = async (queue: "solo" | "chief"): Promise<number> => {
      const [row] = await database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${queue}_task WHERE status = 2`);
      return Number(row?.n);
    };
    const ready = (worker: OperatedWorker): Promise<void> => worker.until(({ err }) => err.includes("consuming"));
    const worked = (worker: OperatedWorker): number => worker.lines("end").length;

    test("auto: one process consumes; when it stops the other goes on soon, when it is killed after its lease", async () => {
      await add("solo", 20);
      const first = project.worker({}, "--queue", "solo");
      await first.until((one) => worked(one) === 20);
      const second = project.worker({}, "--queue", "solo");
      await ready(second);
      await add("solo", 20);
      await first.until((one) => worked(one) === 40);
      expect(worked(second)).toBe(0);
      first.kill("SIGTERM");
      expect(await first.exited).toBe(0);
      const stopped = Date.now();
      await add("solo", 20);
      await second.until((one) => worked(one) === 20);
      expect(Date.now() - stopped).toBeLessThan(8_000);
      const third = project.worker({}, "--queue", "solo");
      await ready(third);
      second.kill("SIGKILL");
      const killed = Date.now();
      await add("solo", 20);
      await third.until((one) => worked(one) === 20);
      expect(Date.now() - killed).toBeGreaterThan(4_000);
      expect(Date.now() - killed).toBeLessThan(25_000);
    });

    test("auto: a process that waits for its turn follows a restart mark, too", async () => {
      const workers = [project.worker({}, "--queue", "solo"), project.worker({}, "--queue", "solo")];
      await Promise.all(workers.map(ready));
      // Both have seen the row as it was before the mark.
      await delay(2_500);
      await project.run("restart", "solo");
      expect(await Promise.all(workers.map(({ exited }) => exited))).toEqual([75, 75]);
    });

    test("main: only a process of the main node consumes, and only it takes back where maintenance is main", async () => {
      await addLost("solo");
      await add("chief", 10);
      const other = project.worker({}, "--queue", "chief", "--queue", "solo");
      await ready(other);
      // Long enough for two looks a heartbeat apart: nobody takes the lost job back here.
      await delay(6_000);
      expect(worked(other)).toBe(0);
      const main = project.worker({ QUEUEGEN_MAIN: "1" }, "--queue", "chief", "--queue", "solo");
      await main.until((one) => one.lines("end").filter(({ queue }) => queue === "chief").length === 10);
      await main.until(({ err }) => err.includes("took back"));
      expect(await done("chief")).toBe(10);
      expect(other.lines("end").filter(({ queue }) => queue === "chief")).toEqual([]);
    });

    test("maintenance all: every process takes back, also one that does not consume the queue", async () => {
      const worker = project.worker({}, "--queue", "chief");
      await ready(worker);
      await addLost("chief");
      await worker.until(({ err }) => err.includes("took back"));
      expect(await database.query("SELECT status, claim_token FROM chief_task")).toEqual([
        { status: 0, claim_token: null },
      ]);
      expect(await database.query("SELECT name FROM ops_lease WHERE name LIKE 'maintain:%'")).toEqual([]);
    });
  });
});

import { expect, test } from "vitest";
import { eachServer } from "../services/database.js";
import { inScene } from "./harness/scene.js";
import { until } from "./harness/until.js";
import { beginOf } from "./harness/worker-messages.js";

eachServer((server) => {
  test.concurrent("two reclaimers at once take every row back once", () =>
    inScene(server, async (scene) => {
      const doomed = await scene.worker();
      const jobs = await scene.insert(Array.from({ length: 10 }, () => ({ act: "gate" as const })));
      for (const job of jobs) await doomed.told(beginOf(job));
      doomed.kill("SIGKILL");
      await doomed.exited;
      const heirs = [
        await scene.worker({ node: "node-a" }),
        await scene.worker({ node: "node-b" }),
        await scene.worker({ node: "node-c" }),
      ];
      for (const job of jobs) for (const heir of heirs) heir.tell({ kind: "open", job });
      await until(async () => {
        // Whoever holds the lease of the maintenance loses it at once, so that all of them believe to be the one.
        await scene.query("UPDATE queuegen_lease SET until_ms = 0");
        const [row] = await scene.query<{ n: number }>(
          `SELECT COUNT(*) AS n FROM ${scene.queue.table} WHERE status = 2`,
        );
        return Number(row?.n) === jobs.length;
      }, "all done");
      const taken = (await scene.log()).filter(({ before, after }) => before?.status === 1 && after?.status === 0);
      expect(taken).toHaveLength(jobs.length);
    }));

  test.concurrent("the process that reclaims is killed: another one goes on with it", () =>
    inScene(server, async (scene) => {
      const doomed = await scene.worker({ node: "node-a" });
      const jobs = await scene.insert([{ act: "gate" }, { act: "gate" }]);
      for (const job of jobs) await doomed.told(beginOf(job));
      const heir = await scene.worker({ node: "node-b" });
      await until(async () => {
        const rows = await scene.query<{ holder: string }>("SELECT holder FROM queuegen_lease");
        return rows.some(({ holder }) => holder.includes("node-a"));
      }, "the first worker holds the lease of the maintenance");
      doomed.kill("SIGKILL");
      await doomed.exited;
      for (const job of jobs) heir.tell({ kind: "open", job });
      await scene.untilStatus(jobs, 2);
    }));
});

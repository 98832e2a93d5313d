import { expect, test } from "vitest";
import { eachServer } from "../services/database.js";
import { inScene } from "./harness/scene.js";
import { until } from "./harness/until.js";
import { beginOf } from "./harness/worker-messages.js";
import { brittle } from "./queues/facts.js";

eachServer((server) => {
  test.concurrent("SIGTERM releases the unstarted at once, lets the running end, and exits with 0", () =>
    inScene(
      server,
      async (scene) => {
        const leaving = await scene.worker();
        await scene.warmUp();
        const [running = "", ...waiting] = await scene.insert([{ act: "gate" }, ...Array(5).fill({ act: "pass" })]);
        await leaving.told(beginOf(running));
        await scene.untilStatus(waiting, 1);
        leaving.kill("SIGTERM");
        await scene.untilStatus(waiting, 0);
        await scene.untilStatus([running], 1);
        const heir = await scene.worker();
        await scene.untilStatus(waiting, 2);
        leaving.tell({ kind: "open", job: running });
        expect(await leaving.exited).toEqual({ code: 0, signal: null });
        heir.kill("SIGTERM");
        await scene.untilStatus([running], 2);
        const released = (await scene.log()).filter(({ before, after }) => before?.status === 1 && after?.status === 0);
        expect(released).toHaveLength(waiting.length);
        expect((await scene.ledger()).filter(({ attempt }) => attempt !== 1)).toEqual([]);
      },
      { queue: brittle },
    ));

  test.concurrent("a rolling stop of every worker under load costs no attempt", () =>
    inScene(server, async (scene) => {
      const first = [await scene.worker(), await scene.worker()];
      const jobs = await scene.insert(Array.from({ length: 400 }, () => ({ act: "pass" as const, ms: 30 })));
      for (const old of first) {
        await scene.untilStatus(jobs.slice(0, 20), 1, 2);
        await scene.worker();
        old.kill("SIGTERM");
        expect(await old.exited).toEqual({ code: 0, signal: null });
      }
      await scene.untilStatus(jobs, 2);
      const runs = await scene.ledger();
      expect(runs.filter(({ attempt }) => attempt !== 1)).toEqual([]);
      expect(runs).toHaveLength(jobs.length);
    }));

  test.concurrent("a second signal ends the worker at once; its job runs again elsewhere", () =>
    inScene(server, async (scene) => {
      const leaving = await scene.worker();
      const [job = ""] = await scene.insert([{ act: "gate", deaf: true }]);
      await leaving.told(beginOf(job));
      leaving.kill("SIGTERM");
      await until(async () => leaving.output.includes("stopping"), "the first signal is heard");
      leaving.kill("SIGTERM");
      expect((await leaving.exited).code).toBe(143);
      scene.waived.add("process-died");
      const heir = await scene.worker();
      heir.tell({ kind: "open", job });
      await scene.untilStatus([job], 2);
    }));
});

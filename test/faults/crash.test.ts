import { expect, test } from "vitest";
import { eachServer } from "../services/database.js";
import { inScene } from "./harness/scene.js";
import { STATEMENT } from "./harness/statement-kinds.js";
import { beginOf } from "./harness/worker-messages.js";
import { brittle } from "./queues/facts.js";

eachServer((server) => {
  test.concurrent("a worker killed between claim and start loses nothing", () =>
    inScene(server, async (scene) => {
      const proxy = await scene.proxy();
      const doomed = await scene.worker({ url: proxy.url });
      const claimed = proxy.dropReply(1, STATEMENT.claim);
      const jobs = await scene.insert([{ act: "pass" }, { act: "pass" }, { act: "pass" }]);
      await claimed;
      doomed.kill("SIGKILL");
      await doomed.exited;
      await scene.worker();
      await scene.untilStatus(jobs, 2);
      const runs = await scene.ledger();
      expect(runs.map(({ job, worker }) => `${job} ${worker}`).sort()).toEqual(jobs.map((job) => `${job} w2`));
    }));

  test.concurrent("a worker killed between its handler and the completion: the job runs again and completes once", () =>
    inScene(server, async (scene) => {
      const proxy = await scene.proxy();
      const doomed = await scene.worker({ url: proxy.url });
      const completing = proxy.stallAt(1, STATEMENT.complete);
      const jobs = await scene.insert([{ act: "pass" }]);
      await completing;
      doomed.kill("SIGKILL");
      await doomed.exited;
      proxy.cut();
      await scene.worker();
      await scene.untilStatus(jobs, 2);
      expect((await scene.ledger()).map(({ worker, attempt }) => [worker, attempt])).toEqual([
        ["w1", 1],
        ["w2", 2],
      ]);
    }));

  test.concurrent("a worker killed in mid-handler: every job that it had in hand is done by another", () =>
    inScene(server, async (scene) => {
      const doomed = await scene.worker();
      const jobs = await scene.insert(Array.from({ length: 15 }, () => ({ act: "gate" as const })));
      await doomed.told(beginOf(jobs[9]));
      doomed.kill("SIGKILL");
      await doomed.exited;
      const heir = await scene.worker();
      for (const job of jobs) heir.tell({ kind: "open", job });
      await scene.untilStatus(jobs, 2);
    }));

  test.concurrent("a job that kills its worker is dead after its attempts, and its neighbours are done", () =>
    inScene(
      server,
      async (scene) => {
        let worker = await scene.worker();
        await scene.warmUp();
        const [killer = "", ...neighbours] = await scene.insert([
          { act: "kill", times: 99 },
          { act: "pass" },
          { act: "pass" },
          { act: "pass" },
        ]);
        scene.ends(killer, 3);
        for (let attempt = 1; attempt <= brittle.facts.attempts; attempt++) {
          await worker.exited;
          expect(worker.killed).toBe(true);
          worker = await scene.worker();
        }
        await scene.untilStatus([killer], 3);
        await scene.untilStatus(neighbours, 2);
        const runs = (await scene.ledger()).filter(({ job }) => job === killer);
        expect(runs.map(({ attempt, finished }) => [attempt, finished])).toEqual([
          [1, null],
          [2, null],
        ]);
      },
      { queue: brittle },
    ));
});

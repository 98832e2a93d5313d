import { expect, test } from "vitest";
import { eachServer } from "../services/database.js";
import { inScene } from "./harness/scene.js";
import { beginOf } from "./harness/worker-messages.js";

eachServer((server) => {
  test.concurrent("handlers that use up the pool do not starve the heartbeat", () =>
    inScene(server, async (scene) => {
      const greedy = await scene.worker({ connections: 5 });
      const hogs = await scene.insert(Array.from({ length: 3 }, () => ({ act: "hog" as const })));
      for (const job of hogs) await greedy.told(beginOf(job));
      await scene.worker();
      // Longer than the lease, and than the time in which the second worker would take the jobs over.
      await scene.query("SELECT SLEEP(9)");
      for (const job of hogs) greedy.tell({ kind: "open", job });
      await scene.untilStatus(hogs, 2);
      expect((await scene.ledger()).map(({ attempt, worker }) => [attempt, worker])).toEqual(hogs.map(() => [1, "w1"]));
    }));

  test.concurrent("an open ctx.transaction that has written its own row does not cost its neighbours their claims", () =>
    inScene(server, async (scene) => {
      const worker = await scene.worker();
      const [holder = "", ...neighbours] = await scene.insert([
        { act: "transaction", touch: true },
        { act: "gate" },
        { act: "gate" },
      ]);
      for (const job of [holder, ...neighbours]) await worker.told(beginOf(job));
      const heir = await scene.worker();
      await scene.query("SELECT SLEEP(9)");
      for (const job of [holder, ...neighbours]) worker.tell({ kind: "open", job });
      await scene.untilStatus(neighbours, 2);
      const runs = (await scene.ledger()).filter(({ job }) => job !== holder);
      expect(runs.map(({ attempt, worker: by }) => [attempt, by])).toEqual([
        [1, "w1"],
        [1, "w1"],
      ]);
      // Its own claim could not be renewed while it held its row; whoever has it then completes it.
      heir.tell({ kind: "open", job: holder });
      await scene.untilStatus([holder], 2);
    }));
});

import { expect, test } from "vitest";
import { eachServer } from "../services/database.js";
import { inScene } from "./harness/scene.js";
import { beginOf, lostTo } from "./harness/worker-messages.js";

eachServer((server) => {
  test.concurrent("packets swallowed past the lease: the worker aborts its handler itself, another takes the job", () =>
    inScene(server, async (scene) => {
      const proxy = await scene.proxy();
      const cutOff = await scene.worker({ url: proxy.url });
      const [job = ""] = await scene.insert([{ act: "gate" }]);
      await cutOff.told(beginOf(job));
      proxy.blackHole();
      await cutOff.told(lostTo(job));
      // Nobody may have it yet: a worker that aborts after the take-over would run beside its heir.
      const [row] = await scene.query<{ status: number }>(`SELECT status FROM ${scene.queue.table} WHERE id = ${job}`);
      expect(Number(row?.status)).toBe(1);
      const heir = await scene.worker();
      await heir.told(beginOf(job, 2));
      heir.tell({ kind: "open", job });
      await scene.untilStatus([job], 2);
      proxy.resume();
      heir.kill("SIGTERM");
      await heir.exited;
      const [later = ""] = await scene.insert([{ act: "pass" }]);
      await scene.untilStatus([later], 2);
      expect((await scene.ledger()).at(-1)?.worker).toBe("w1");
    }));

  test.concurrent("a stall shorter than the lease costs nothing", () =>
    inScene(server, async (scene) => {
      const proxy = await scene.proxy();
      const worker = await scene.worker({ url: proxy.url });
      const [job = ""] = await scene.insert([{ act: "gate" }]);
      await worker.told(beginOf(job));
      await scene.worker();
      proxy.stall();
      await scene.query("SELECT SLEEP(2)");
      proxy.resume();
      worker.tell({ kind: "open", job });
      await scene.untilStatus([job], 2);
      expect((await scene.ledger()).map(({ attempt, worker: by }) => [attempt, by])).toEqual([[1, "w1"]]);
    }));

  test.concurrent("connections cut while the worker is idle and while it works: it goes on with new ones", () =>
    inScene(server, async (scene) => {
      const proxy = await scene.proxy();
      await scene.worker({ url: proxy.url });
      for (let round = 0; round < 5; round++) {
        proxy.cut();
        const jobs = await scene.insert(Array.from({ length: 30 }, () => ({ act: "pass" as const, ms: 10 })));
        await scene.untilStatus(jobs.slice(0, 5), 1, 2);
        proxy.cut();
        await scene.untilStatus(jobs, 2);
      }
    }));

  test.concurrent("a server that cannot be reached at the start is waited for", () =>
    inScene(server, async (scene) => {
      const proxy = await scene.proxy();
      proxy.blackHole();
      const starting = scene.worker({ url: proxy.url });
      await scene.query("SELECT SLEEP(1)");
      proxy.cut();
      proxy.resume();
      await starting;
      const jobs = await scene.insert([{ act: "pass" }]);
      await scene.untilStatus(jobs, 2);
    }));
});

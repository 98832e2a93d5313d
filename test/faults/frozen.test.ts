import { expect, test } from "vitest";
import { eachServer } from "../services/database.js";
import { inScene } from "./harness/scene.js";
import { beginOf, lossOf, lostTo } from "./harness/worker-messages.js";

eachServer((server) => {
  test.concurrent("a worker stopped past its lease gets ClaimLostError when it wakes, and changes nothing", () =>
    inScene(server, async (scene) => {
      const frozen = await scene.worker();
      const [hears, deaf] = await scene.insert([{ act: "gate" }, { act: "gate", deaf: true }]);
      const jobs = [hears ?? "", deaf ?? ""];
      for (const job of jobs) await frozen.told(beginOf(job));
      frozen.kill("SIGSTOP");
      const heir = await scene.worker();
      for (const job of jobs) await heir.told(beginOf(job, 2));
      frozen.kill("SIGCONT");
      await frozen.told(lostTo(hears));
      frozen.tell({ kind: "open", job: deaf ?? "" });
      await frozen.told(lossOf(deaf));
      for (const job of jobs) heir.tell({ kind: "open", job });
      await scene.untilStatus(jobs, 2);
      const completions = (await scene.log()).filter(({ after }) => after?.status === 2);
      expect(completions.map(({ actor }) => actor)).toEqual(["w2", "w2"]);
    }));

  test.concurrent("a worker stopped for less than its lease goes on as if nothing had been", () =>
    inScene(server, async (scene) => {
      const frozen = await scene.worker();
      const [job = ""] = await scene.insert([{ act: "gate" }]);
      await frozen.told(beginOf(job));
      await scene.worker();
      frozen.kill("SIGSTOP");
      await scene.query("SELECT SLEEP(2.5)");
      frozen.kill("SIGCONT");
      frozen.tell({ kind: "open", job });
      await scene.untilStatus([job], 2);
      expect((await scene.ledger()).map(({ attempt }) => attempt)).toEqual([1]);
    }));

  test.concurrent("a handler that blocks the event loop past the lease loses its claim, and its late end changes nothing", () =>
    inScene(server, async (scene) => {
      const blocked = await scene.worker();
      const [job = ""] = await scene.insert([{ act: "block", ms: 11_000 }]);
      await scene.untilStatus([job], 1);
      await scene.worker();
      await scene.untilStatus([job], 2);
      await blocked.told(lossOf(job));
      expect((await scene.log()).filter(({ after }) => after?.status === 2).map(({ actor }) => actor)).toEqual(["w2"]);
    }));
});

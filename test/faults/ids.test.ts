import { expect, test } from "vitest";
import { eachServer } from "../services/database.js";
import { inScene } from "./harness/scene.js";
import { beginOf } from "./harness/worker-messages.js";

eachServer((server) => {
  test.concurrent("ids above 2^53 and above 2^63 survive exactly, over claim, retry, crash and completion", () =>
    inScene(server, async (scene) => {
      const jobs: string[] = [];
      for (const first of ["9007199254740993", "9223372036854775809", "18446744073709551000"]) {
        await scene.query(`ALTER TABLE ${scene.queue.table} AUTO_INCREMENT = ${first}`);
        const added = await scene.insert([{ act: "pass" }, { act: "fail" }, { act: "gate" }]);
        expect(added[0]).toBe(first);
        jobs.push(...added);
      }
      const doomed = await scene.worker();
      const gated = jobs.filter((_, index) => index % 3 === 2);
      for (const job of gated) await doomed.told(beginOf(job));
      doomed.kill("SIGKILL");
      await doomed.exited;
      const heir = await scene.worker();
      for (const job of gated) heir.tell({ kind: "open", job });
      await scene.untilStatus(jobs, 2);
      const done = (await scene.ledger()).filter(({ finished }) => finished !== null).map(({ job }) => job);
      expect([...new Set(done)].sort()).toEqual([...jobs].sort());
    }));
});

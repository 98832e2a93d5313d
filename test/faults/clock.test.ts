import { expect, test } from "vitest";
import { eachServer } from "../services/database.js";
import { inScene, type Scene, type Worker } from "./harness/scene.js";
import { beginOf } from "./harness/worker-messages.js";

/** The clock of a server cannot be stepped without root on its machine: what a step does to a claim is written instead. */
const STEPS = [
  { name: "the clock stepped back by an hour", claimTime: "UNIX_TIMESTAMP() + 3600" },
  { name: "the clock stepped forward by an hour", claimTime: "UNIX_TIMESTAMP() - 3600" },
  { name: "claim_time was lost", claimTime: "NULL" },
] as const;

eachServer((server) => {
  for (const { name, claimTime } of STEPS) {
    test.concurrent(`${name}: a live claim is kept`, () =>
      inScene(server, async (scene) => {
        const { worker, job } = await running(scene);
        await scene.worker();
        for (let step = 0; step < 4; step++) {
          await setClaimTime(scene, job, claimTime);
          await scene.query("SELECT SLEEP(2)");
        }
        worker.tell({ kind: "open", job });
        await scene.untilStatus([job], 2);
        expect((await scene.ledger()).map(({ attempt, worker: by }) => [attempt, by])).toEqual([[1, "w1"]]);
      }));

    test.concurrent(`${name}: the claim of a dead worker is taken back within the usual time`, () =>
      inScene(server, async (scene) => {
        const { worker, job } = await running(scene);
        worker.kill("SIGKILL");
        await worker.exited;
        await setClaimTime(scene, job, claimTime);
        const heir = await scene.worker();
        await heir.told(beginOf(job, 2));
        heir.tell({ kind: "open", job });
        await scene.untilStatus([job], 2);
      }));
  }
});

async function running(scene: Scene): Promise<{ worker: Worker; job: string }> {
  const worker = await scene.worker();
  const [job = ""] = await scene.insert([{ act: "gate" }]);
  await worker.told(beginOf(job));
  return { worker, job };
}

async function setClaimTime(scene: Scene, job: string, claimTime: string): Promise<void> {
  await scene.query(`UPDATE ${scene.queue.table} SET claim_time = ${claimTime} WHERE id = ${job} AND status = 1`);
}

import { expect, test } from "vitest";
import { eachServer } from "../services/database.js";
import { runSeed, seeded } from "./harness/random.js";
import { inScene } from "./harness/scene.js";
import { until } from "./harness/until.js";
import { isolated } from "./queues/facts.js";
import type { FaultPayload } from "./queues/fault.queue.js";

type Act = FaultPayload["act"];
const ACTS: readonly [Act, ...Act[]] = [
  "pass",
  "pass",
  "pass",
  "pass",
  "swift",
  "swift",
  "swift",
  "kill",
  "exit",
  "spin",
];
const JOBS = 60;

eachServer((server) => {
  test("child processes that are killed, end or never end, and workers killed over them: nothing lost, nothing completed twice", () =>
    inScene(
      server,
      async (scene) => {
        const random = seeded(runSeed());
        console.log(`${server.name}: QUEUEGEN_FAULT_SEED=${random.seed}`);
        const doomed = await scene.worker();
        await scene.worker();
        const jobs = await scene.insert(Array.from({ length: JOBS }, () => ({ act: random.pick(ACTS) })));
        const done = async () => {
          const rows = await scene.query<{ n: number }>("SELECT COUNT(*) AS n FROM isolated_task WHERE status = 2");
          return Number(rows[0]?.n);
        };
        await until(async () => (await done()) >= JOBS / 8, "some jobs done");
        doomed.kill("SIGKILL");
        await doomed.exited;
        await scene.worker();
        await scene.untilStatus(jobs, 2);
        // Those that had trouble ran again.
        expect((await scene.ledger()).length).toBeGreaterThan(JOBS);
      },
      { queue: isolated },
    ));
});

import { expect, test } from "vitest";
import { eachServer } from "../services/database.js";
import type { FromProducer } from "./harness/processes/messages.js";
import { inScene, type Producer, type Scene } from "./harness/scene.js";
import { until } from "./harness/until.js";

const JOBS = 1_200;

eachServer((server) => {
  test(
    "a rolling deploy: the table changes under load, both releases work and enqueue side by side, and the deploy is taken back: nothing lost, nothing twice",
    () =>
      inScene(
        server,
        async (scene) => {
          const old = [await scene.worker(), await scene.worker()];
          const first = await scene.producer({ act: "stream", jobs: JOBS, seed: 1 });
          await done(scene, 50);

          await scene.migrate("up");
          const next = [await scene.worker({ release: "next" }), await scene.worker({ release: "next" })];
          const second = await scene.producer({ act: "stream", jobs: JOBS, seed: 2, release: "next" });
          for (const worker of old) await leave(worker);
          await done(scene, JOBS / 2);

          // Back again: the old release over the new table, then over its own.
          const again = [await scene.worker(), await scene.worker()];
          for (const worker of next) await leave(worker);
          await produced(scene, [first, second]);
          await scene.migrate("down");
          const third = await scene.producer({ act: "stream", jobs: JOBS / 4, seed: 3 });
          await produced(scene, [third]);
          await until(async () => (await left(scene)) === 0, "all jobs final");
          expect(again.every(({ running }) => running)).toBe(true);
        },
        { limitMs: 120_000 },
      ),
    180_000,
  );
});

/** Stops a worker as a deploy does: its jobs end first, and it ends with 0. */
async function leave(worker: Awaited<ReturnType<Scene["worker"]>>): Promise<void> {
  worker.kill("SIGTERM");
  expect(await worker.exited).toEqual({ code: 0, signal: null });
}

async function produced(scene: Scene, producers: readonly Producer[]): Promise<void> {
  for (const producer of producers) {
    const { unknown } = (await producer.told(({ kind }) => kind === "done")) as Extract<FromProducer, { kind: "done" }>;
    expect(unknown).toBe(0);
    for (const message of producer.messages) {
      if (message.kind === "committed") scene.produced.push(...message.ids);
      if (message.kind === "rolledBack") scene.rolledBack.push(...message.ids);
    }
  }
}

async function done(scene: Scene, jobs: number): Promise<void> {
  await until(async () => (await count(scene, "status = 2")) >= jobs, `${jobs} jobs done`);
}

const left = (scene: Scene): Promise<number> => count(scene, "status IN (0, 1, 5)");

async function count(scene: Scene, condition: string): Promise<number> {
  const [row] = await scene.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${scene.queue.table} WHERE ${condition}`);
  return Number(row?.n);
}

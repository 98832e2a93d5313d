import { expect, test } from "vitest";
import { eachServer } from "../services/database.js";
import { cutter } from "./harness/injectors/cutter.js";
import type { Injector } from "./harness/injectors/injector.js";
import { killer } from "./harness/injectors/killer.js";
import { locker } from "./harness/injectors/locker.js";
import { longestSilence } from "./harness/judge/judge-recovery.js";
import { maintenanceGaps, recoveryLimitMs } from "./harness/judge-scene.js";
import type { FromProducer } from "./harness/processes/messages.js";
import { runSeed, seeded } from "./harness/random.js";
import { inScene, type Producer, type Scene, type Worker } from "./harness/scene.js";
import { until } from "./harness/until.js";

/** All of both producers. */
const JOBS = Number(process.env.QUEUEGEN_FAULT_JOBS ?? 6_000);
const WORKERS = 8;
const LIMIT_MS = 120_000 + JOBS * 20;

eachServer(({ name, url }) => {
  test(
    `${JOBS} jobs, ${WORKERS} workers, kills, deadlocks, a bad network: nothing lost, nothing completed twice`,
    () =>
      inScene(
        { url },
        async (scene) => {
          const random = seeded(runSeed());
          console.log(`${name}: QUEUEGEN_FAULT_SEED=${random.seed}`);
          const began = performance.now();
          const proxies = [await scene.proxy(), await scene.proxy()];
          const ways = [scene.url, ...proxies.map((proxy) => proxy.url)];
          const workers = new Map<Worker, string>();
          for (let i = 0; i < WORKERS; i++) {
            const way = ways[i % ways.length] ?? scene.url;
            workers.set(await scene.worker({ url: way }), way);
          }
          const producers = [scene.url, ways[1] ?? scene.url].map((way, i) =>
            scene.producer({ act: "stream", jobs: JOBS / 2, seed: random.seed + i, url: way }),
          );
          const injectors: Injector[] = [
            killer(scene, workers, random.fork("killer"), 1_000),
            ...proxies.map((proxy, i) => cutter(proxy, random.fork(`cutter ${i}`), 1_500)),
            await locker(scene, random.fork("locker")),
          ];
          const unknown = await produced(scene, await Promise.all(producers));
          // The last quarter is left in peace, so that recovery is seen to come to an end.
          await until(async () => (await left(scene)) <= JOBS / 4, "three quarters of the jobs done", LIMIT_MS);
          for (const each of injectors) await each.stop();
          await until(async () => (await left(scene)) === 0, "all jobs final", LIMIT_MS);
          await report(scene, name, injectors, [...workers.keys()], unknown, performance.now() - began);
        },
        { limitMs: LIMIT_MS * 2 },
      ),
    LIMIT_MS * 2 + 60_000,
  );
});

/** Notes what the producers committed; answers how many jobs they cannot know of. */
async function produced(scene: Scene, producers: readonly Producer[]): Promise<number> {
  let unknown = 0;
  for (const producer of producers) {
    const done = (await producer.told(({ kind }) => kind === "done")) as Extract<FromProducer, { kind: "done" }>;
    unknown += done.unknown;
    for (const message of producer.messages) {
      if (message.kind === "committed") scene.produced.push(...message.ids);
      if (message.kind === "rolledBack") scene.rolledBack.push(...message.ids);
    }
  }
  expect(scene.produced.length).toBeGreaterThanOrEqual(JOBS - unknown);
  return unknown;
}

async function left(scene: Scene): Promise<number> {
  const [row] = await scene.query<{ n: number }>(
    `SELECT COUNT(*) AS n FROM ${scene.queue.table} WHERE status IN (0, 1, 5)`,
  );
  return Number(row?.n);
}

async function report(
  scene: Scene,
  server: string,
  injectors: readonly Injector[],
  workers: readonly Worker[],
  unknown: number,
  ms: number,
): Promise<void> {
  const log = await scene.log();
  const runs = await scene.ledger();
  const count = (from: number, to: number): number =>
    log.filter(({ before, after }) => before?.status === from && after?.status === to).length;
  const faults = new Map<string, number>();
  for (const { counts } of injectors) {
    for (const [kind, n] of Object.entries(counts)) faults.set(kind, (faults.get(kind) ?? 0) + n);
  }
  const silence = longestSilence(log);
  const without = longestSilence(log, await maintenanceGaps(scene));
  const lines = [
    `${count(1, 2)} completed in ${(ms / 1000).toFixed(1)} s, ${runs.length} runs, ${unknown} unknown to producers`,
    `reclaimed or released ${count(1, 0)}, retried ${count(1, 5)}, dead ${count(1, 3)}`,
    `longest silence of a claim ${silence.ms} ms, ${without.ms} ms of it with a reclaimer there, allowed ${recoveryLimitMs(scene)} ms`,
    `faults: ${[...faults].map(([kind, n]) => `${kind} ${n}`).join(", ")}`,
    `handled by the workers alive at the end: ${handled(workers)}`,
  ];
  console.log(lines.map((line) => `${server}: ${line}`).join("\n"));
}

/** Error numbers and names that workers reported as dealt with. */
function handled(workers: readonly Worker[]): string {
  const counts = new Map<string, number>();
  for (const message of workers.flatMap((worker) => worker.messages)) {
    if (message.kind !== "event" || message.event !== "error") continue;
    const kind = String(message.error?.errno ?? message.error?.name);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, n]) => `${kind} ${n}`).join(", ") || "nothing";
}

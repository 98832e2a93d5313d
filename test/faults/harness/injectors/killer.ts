import type { Random } from "../random.js";
import type { Scene, Worker } from "../scene.js";
import { type Injector, injector, sleep } from "./injector.js";

/** Kills a random worker now and then and starts another in its place, on the same way to the server. */
export function killer(scene: Scene, workers: Map<Worker, string>, random: Random, everyMs: number): Injector {
  return injector("killer", async (count, signal) => {
    await sleep(random.between(everyMs / 2, everyMs * 1.5), signal);
    if (signal.aborted) return;
    const victims = [...workers.keys()];
    const victim = victims[random.between(0, victims.length - 1)];
    const url = victim && workers.get(victim);
    if (victim === undefined || url === undefined) return;
    victim.kill("SIGKILL");
    workers.delete(victim);
    count("SIGKILL");
    workers.set(await scene.worker({ url }), url);
  });
}

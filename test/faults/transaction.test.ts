import { expect, test } from "vitest";
import { eachServer } from "../services/database.js";
import { inScene, type Scene } from "./harness/scene.js";
import { STATEMENT } from "./harness/statement-kinds.js";
import { beginOf } from "./harness/worker-messages.js";

eachServer((server) => {
  test.concurrent("a worker killed before the commit of ctx.transaction leaves no effect behind, and the job runs again", () =>
    inScene(server, async (scene) => {
      const doomed = await scene.worker();
      const [job = ""] = await scene.insert([{ act: "transaction" }]);
      await doomed.told(beginOf(job));
      doomed.kill("SIGKILL");
      await doomed.exited;
      const heir = await scene.worker();
      heir.tell({ kind: "open", job });
      await scene.untilStatus([job], 2);
      expect(await effects(scene)).toEqual([
        ["w1", 1, false],
        ["w2", 2, true],
      ]);
    }));

  for (const drop of ["dropStatement", "dropReply"] as const) {
    const side = drop === "dropStatement" ? "before" : "after";
    test.concurrent(`connection lost at the commit of ctx.transaction, ${side} it was carried out: one effect`, () =>
      inScene(server, async (scene) => {
        const proxy = await scene.proxy();
        const worker = await scene.worker({ url: proxy.url });
        const dropped = proxy[drop](1, /^COMMIT/i);
        const [job = ""] = await scene.insert([{ act: "transaction" }]);
        worker.tell({ kind: "open", job });
        await dropped;
        worker.tell({ kind: "open", job });
        await scene.untilStatus([job], 2);
        expect((await effects(scene)).filter(([, , done]) => done)).toHaveLength(1);
      }));
  }

  test.concurrent("packets swallowed at the commit of ctx.transaction: the handler ends, the job is done elsewhere", () =>
    inScene(server, async (scene) => {
      const proxy = await scene.proxy();
      const cutOff = await scene.worker({ url: proxy.url });
      const committing = proxy.stallAt(1, /^COMMIT/i);
      const [job = ""] = await scene.insert([{ act: "transaction" }]);
      cutOff.tell({ kind: "open", job });
      await committing;
      proxy.blackHole();
      const heir = await scene.worker();
      heir.tell({ kind: "open", job });
      await cutOff.told(({ kind }) => kind === "error");
      await scene.untilStatus([job], 2);
      expect((await effects(scene)).filter(([, , done]) => done)).toEqual([["w2", 2, true]]);
      // Its open transaction held the row, which is a sign of life until the connection is given up.
      scene.waived.add("stuck");
    }));

  test.concurrent("a ctx.transaction that ends after its claim was taken over is rolled back with ClaimLostError", () =>
    inScene(server, async (scene) => {
      const proxy = await scene.proxy();
      const late = await scene.worker({ url: proxy.url });
      const completing = proxy.stallAt(1, STATEMENT.complete);
      const [job = ""] = await scene.insert([{ act: "transaction" }]);
      late.tell({ kind: "open", job });
      await completing;
      const heir = await scene.worker();
      await heir.told(beginOf(job, 2));
      proxy.resume();
      const { error } = (await late.told(({ kind }) => kind === "error")) as { error: { name: string } };
      expect(error.name).toBe("ClaimLostError");
      heir.tell({ kind: "open", job });
      await scene.untilStatus([job], 2);
      expect(await effects(scene)).toEqual([
        ["w1", 1, false],
        ["w2", 2, true],
      ]);
    }));
});

/** Worker, attempt, and whether its effect was committed, of each run. */
async function effects(scene: Scene): Promise<[string, number, boolean][]> {
  return (await scene.ledger()).map(({ worker, attempt, finished }) => [worker, attempt, finished !== null]);
}

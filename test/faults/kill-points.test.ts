import { expect, test } from "vitest";
import { eachServer } from "../services/database.js";
import { inScene, type Scene } from "./harness/scene.js";
import { STATEMENT } from "./harness/statement-kinds.js";
import { until } from "./harness/until.js";

/** A worker is killed when this statement of it is about to reach the server; so the one before it was carried out. */
type Point = readonly [before: string, statement: RegExp, /** Runs of the handler in all. */ runs: number];

/** `ctx.transaction`: effect and completion, both or neither. */
const TRANSACTION: readonly Point[] = [
  ["its start", /^START TRANSACTION/i, 2],
  ["the effect", /^UPDATE ledger SET finished/, 2],
  ["the completion", STATEMENT.complete, 2],
  ["COMMIT", /^COMMIT/i, 2],
];

/** `ctx.once`: effect and mark, both or neither; then the completion of the job by itself. */
const ONCE: readonly Point[] = [
  ["the key is taken", /^INSERT INTO `queuegen_once`/, 2],
  ["its start", /^START TRANSACTION/i, 2],
  ["the effect", /^UPDATE ledger SET finished/, 2],
  ["the mark", /^UPDATE `queuegen_once` SET status = 2/, 2],
  ["COMMIT", /^COMMIT/i, 2],
  ["the completion of the job", STATEMENT.complete, 2],
];

eachServer((server) => {
  for (const [act, name, points] of [
    ["swift", "ctx.transaction", TRANSACTION],
    ["once", "ctx.once", ONCE],
  ] as const) {
    test.concurrent.each(points)(`${name}, killed before %s: one effect in the end`, (_before, statement, runs) =>
      inScene(server, async (scene) => {
        const proxy = await scene.proxy();
        const doomed = await scene.worker({ url: proxy.url });
        const reached = proxy.stallAt(1, statement);
        const [job = ""] = await scene.insert([{ act }]);
        await reached;
        doomed.kill("SIGKILL");
        await doomed.exited;
        // What it had not yet sent never arrives, and the server learns that its client is gone.
        proxy.cut();
        await scene.worker();
        await scene.untilStatus([job], 2);
        expect(await scene.ledger()).toHaveLength(runs);
        expect(await effects(scene)).toBe(1);
      }),
    );

    test.concurrent(`${name}, killed after COMMIT was carried out and before it knew: one effect`, () =>
      inScene(server, async (scene) => {
        const proxy = await scene.proxy();
        const doomed = await scene.worker({ url: proxy.url });
        const reached = proxy.stallAt(1, /^COMMIT/i);
        const [job = ""] = await scene.insert([{ act }]);
        await reached;
        doomed.kill("SIGSTOP");
        proxy.resume();
        await until(async () => (await effects(scene)) === 1, "the commit of a worker that is stopped");
        doomed.kill("SIGKILL");
        await doomed.exited;
        await scene.worker();
        await scene.untilStatus([job], 2);
        // The completion was part of the one transaction, and not of the other.
        expect(await scene.ledger()).toHaveLength(act === "swift" ? 1 : 2);
        expect(await effects(scene)).toBe(1);
      }));
  }

  test.concurrent("a worker that froze in ctx.once and wakes up after another has taken over rolls back: one effect", () =>
    inScene(server, async (scene) => {
      const proxy = await scene.proxy();
      const frozen = await scene.worker({ url: proxy.url });
      const marking = proxy.stallAt(1, /^UPDATE `queuegen_once` SET status = 2/);
      const [job = ""] = await scene.insert([{ act: "once" }]);
      await marking;
      frozen.kill("SIGSTOP");
      const heir = await scene.worker();
      await scene.untilStatus([job], 2);
      proxy.resume();
      frozen.kill("SIGCONT");
      await frozen.told(({ kind }) => kind === "error");
      expect((await scene.ledger()).map(({ worker, finished }) => [worker, finished !== null])).toEqual([
        ["w1", false],
        ["w2", true],
      ]);
      expect(heir.running).toBe(true);
    }));

  test.concurrent("a job that is released more often than it has attempts is done in the end, each run its first", () =>
    inScene(server, async (scene) => {
      await scene.worker();
      const [job = ""] = await scene.insert([{ act: "release" }]);
      for (let round = 0; round < 2; round++) {
        await until(async () => (await scene.ledger()).length > round, "a run");
        await scene.untilStatus([job], 5);
      }
      await scene.query(`UPDATE ${scene.queue.table} SET payload = '{"act":"pass"}' WHERE id = ${job}`);
      await scene.untilStatus([job], 2);
      expect((await scene.ledger()).map(({ attempt }) => attempt)).toEqual([1, 1, 1]);
    }));
});

async function effects(scene: Scene): Promise<number> {
  return (await scene.ledger()).filter(({ finished }) => finished !== null).length;
}

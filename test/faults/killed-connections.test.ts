import type { Connection } from "mysql2/promise";
import { expect, test } from "vitest";
import { eachServer } from "../services/database.js";
import { inScene, type Scene } from "./harness/scene.js";
import { STATEMENT, type StatementKind } from "./harness/statement-kinds.js";
import { until } from "./harness/until.js";
import { beginOf } from "./harness/worker-messages.js";
import { brittle } from "./queues/facts.js";
import type { FaultPayload } from "./queues/fault.queue.js";

interface Case {
  readonly kind: StatementKind;
  readonly payload: FaultPayload;
  readonly attempts: number;
  readonly ends?: number;
}

const CASES: readonly Case[] = [
  { kind: "claim", payload: { act: "pass" }, attempts: 1 },
  { kind: "start", payload: { act: "fail" }, attempts: 2 },
  { kind: "heartbeat", payload: { act: "gate" }, attempts: 1 },
  { kind: "complete", payload: { act: "pass" }, attempts: 1 },
  { kind: "retry", payload: { act: "fail" }, attempts: 2 },
  { kind: "dead", payload: { act: "dead" }, attempts: 1, ends: 3 },
];

eachServer((server) => {
  for (const { kind, payload, attempts, ends = 2 } of CASES) {
    test.concurrent(`connection killed at a ${kind} statement: no attempt lost`, () =>
      inScene(server, async (scene) => {
        const proxy = await scene.proxy();
        const worker = await scene.worker({ url: proxy.url });
        const stalled = proxy.stallAt(1, STATEMENT[kind]);
        const [job = ""] = await scene.insert([payload]);
        scene.ends(job, ends);
        await stalled;
        await killWaiting(scene, job, STATEMENT[kind], () => proxy.resume());
        worker.tell({ kind: "open", job });
        await scene.untilStatus([job], ends);
        expect((await scene.ledger()).map(({ attempt }) => attempt)).toEqual(attempts === 1 ? [1] : [1, 2]);
      }));
  }

  test.concurrent("connection killed at a release: released all the same", () =>
    inScene(
      server,
      async (scene) => {
        const worker = await scene.worker();
        await scene.warmUp();
        const [running = "", waiting = ""] = await scene.insert([{ act: "gate" }, { act: "pass" }]);
        await worker.told(beginOf(running));
        await scene.untilStatus([waiting], 1);
        await killWaiting(scene, waiting, STATEMENT.release, () => worker.kill("SIGTERM"));
        await scene.untilStatus([waiting], 0);
        worker.tell({ kind: "open", job: running });
        await worker.exited;
        await scene.worker();
        await scene.untilStatus([running, waiting], 2);
        expect((await scene.ledger()).filter(({ attempt }) => attempt !== 1)).toEqual([]);
      },
      { queue: brittle },
    ));

  test.concurrent("every connection killed again and again under load: nothing lost, nothing twice", () =>
    inScene(server, async (scene) => {
      await scene.worker();
      await scene.worker();
      const killer = await scene.connect();
      const jobs = await scene.insert(Array.from({ length: 400 }, () => ({ act: "pass" as const, ms: 20 })));
      let kills = 0;
      await until(async () => {
        kills += await killAll(scene, killer);
        await scene.query("SELECT SLEEP(0.4)");
        const [row] = await scene.query<{ n: number }>(
          `SELECT COUNT(*) AS n FROM ${scene.queue.table} WHERE id IN (${jobs.join(",")}) AND status = 2`,
        );
        return Number(row?.n) === jobs.length;
      }, "all jobs done");
      expect(kills).toBeGreaterThan(5);
    }));
});

/** Lets a statement of this kind run into the locked row of the job, and kills its connection there. */
async function killWaiting(scene: Scene, job: string, kind: RegExp, send: () => void): Promise<void> {
  const locker = await scene.connect();
  await locker.beginTransaction();
  await locker.query(`SELECT id FROM ${scene.queue.table} WHERE id = ${job} FOR UPDATE`);
  send();
  await until(async () => {
    const running = (await processes(scene)).find(({ info }) => info !== null && kind.test(info));
    if (running !== undefined) await scene.query(`KILL ${running.id}`).catch(ignoreGone);
    return running !== undefined;
  }, `a statement like ${kind}`);
  await locker.rollback();
}

async function killAll(scene: Scene, but: Connection): Promise<number> {
  const found = (await processes(scene)).filter(({ id }) => id !== but.threadId);
  for (const { id } of found) await scene.query(`KILL ${id}`).catch(ignoreGone);
  return found.length;
}

/** Connections to the scene's database but its own. */
async function processes(scene: Scene): Promise<{ id: number; info: string | null }[]> {
  const rows = await scene.query<{ id: number | string; info: string | null }>(
    `SELECT id, info FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()`,
  );
  return rows.map(({ id, info }) => ({ id: Number(id), info }));
}

const NO_SUCH_THREAD = 1094;

function ignoreGone(error: { errno?: number }): void {
  if (error.errno !== NO_SUCH_THREAD) throw error;
}

import { expect, test } from "vitest";
import { eachServer } from "../services/database.js";
import { inScene, type Scene } from "./harness/scene.js";
import { STATEMENT, type StatementKind } from "./harness/statement-kinds.js";
import { beginOf } from "./harness/worker-messages.js";
import { brittle } from "./queues/facts.js";
import type { FaultPayload } from "./queues/fault.queue.js";

interface Case {
  readonly kind: StatementKind;
  readonly payload: FaultPayload;
  /** Attempt with which the job ends: a lost reply costs none. */
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

/** Both sides of the moment that the client cannot see. */
const SIDES = [
  { side: "before it was carried out", drop: "dropStatement" },
  { side: "after it was carried out", drop: "dropReply" },
] as const;

eachServer((server) => {
  for (const { side, drop } of SIDES) {
    for (const { kind, payload, attempts, ends = 2 } of CASES) {
      test.concurrent(`connection lost with a ${kind} statement ${side}: decided at once, no attempt lost`, () =>
        inScene(server, async (scene) => {
          const proxy = await scene.proxy();
          const worker = await scene.worker({ url: proxy.url });
          const dropped = proxy[drop](1, STATEMENT[kind]);
          const [job = ""] = await scene.insert([payload]);
          scene.ends(job, ends);
          await dropped;
          worker.tell({ kind: "open", job });
          await scene.untilStatus([job], ends);
          const history = (await scene.log()).filter(({ job: id }) => id === job);
          expect(history.at(-1)?.after?.attempts).toBe(attempts);
          expect((await scene.ledger()).map(({ attempt }) => attempt)).toEqual(range(attempts));
        }));
    }

    test.concurrent(`connection lost with a release ${side}: released once, no attempt counted`, () =>
      inScene(server, (scene) => release(scene, drop), { queue: brittle }));
  }
});

async function release(scene: Scene, drop: "dropStatement" | "dropReply"): Promise<void> {
  const proxy = await scene.proxy();
  const leaving = await scene.worker({ url: proxy.url });
  await scene.warmUp();
  const [running = "", ...waiting] = await scene.insert([{ act: "gate" }, { act: "pass" }, { act: "pass" }]);
  await leaving.told(beginOf(running));
  await scene.untilStatus(waiting, 1);
  const dropped = proxy[drop](1, STATEMENT.release);
  leaving.kill("SIGTERM");
  await dropped;
  await scene.untilStatus(waiting, 0);
  leaving.tell({ kind: "open", job: running });
  await leaving.exited;
  await scene.worker();
  await scene.untilStatus([running, ...waiting], 2);
  expect((await scene.ledger()).filter(({ attempt }) => attempt !== 1)).toEqual([]);
}

function range(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i + 1);
}

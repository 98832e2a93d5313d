import { expect, test } from "vitest";
import { eachServer } from "../services/database.js";
import { inScene } from "./harness/scene.js";
import { STATEMENT, type StatementKind } from "./harness/statement-kinds.js";
import { describeTransition } from "./harness/transition.js";
import { beginOf } from "./harness/worker-messages.js";
import { brittle } from "./queues/facts.js";
import type { FaultPayload } from "./queues/fault.queue.js";

interface Case {
  readonly kind: StatementKind;
  readonly payload: FaultPayload;
  /** Attempt in which the heir runs the job. */
  readonly attempt: number;
}

/** In the heir's hands each job waits at its gate, claimed and started, when the statement arrives. */
const CASES: readonly Case[] = [
  { kind: "start", payload: { act: "fail", later: "gate" }, attempt: 2 },
  { kind: "heartbeat", payload: { act: "gate" }, attempt: 2 },
  { kind: "complete", payload: { act: "pass", later: "gate" }, attempt: 2 },
  { kind: "retry", payload: { act: "fail", later: "gate" }, attempt: 2 },
  { kind: "dead", payload: { act: "dead", later: "gate" }, attempt: 2 },
];

eachServer((server) => {
  for (const { kind, payload, attempt } of CASES) {
    test.concurrent(`a ${kind} statement of a dead worker that runs after the take-over changes nothing`, () =>
      inScene(server, async (scene) => {
        const proxy = await scene.proxy();
        const dead = await scene.worker({ url: proxy.url });
        const holding = proxy.hold(1, STATEMENT[kind]);
        const [job = ""] = await scene.insert([payload]);
        const held = await holding;
        dead.kill("SIGKILL");
        await dead.exited;
        const heir = await scene.worker();
        await heir.told(beginOf(job, attempt));
        const before = (await scene.log()).length;
        await held.deliver();
        const changes = (await scene.log()).slice(before).filter(({ actor }) => actor === "w1");
        expect(changes.map((change) => describeTransition(change, change.at))).toEqual([]);
        heir.tell({ kind: "open", job });
        await scene.untilStatus([job], 2);
      }));
  }

  test.concurrent("a claim statement of a dead worker that runs late: the rows are taken back like any other", () =>
    inScene(server, async (scene) => {
      const proxy = await scene.proxy();
      const dead = await scene.worker({ url: proxy.url });
      const holding = proxy.hold(1, STATEMENT.claim);
      const jobs = await scene.insert([{ act: "pass" }, { act: "pass" }]);
      const held = await holding;
      dead.kill("SIGKILL");
      await dead.exited;
      await held.deliver();
      await scene.untilStatus(jobs, 1);
      await scene.worker();
      await scene.untilStatus(jobs, 2);
    }));

  test.concurrent("a release of a dead worker that runs after the take-over changes nothing", () =>
    inScene(
      server,
      async (scene) => {
        const proxy = await scene.proxy();
        const dead = await scene.worker({ url: proxy.url });
        await scene.warmUp();
        const jobs = await scene.insert([{ act: "gate" }, { act: "pass" }]);
        const [running = "", waiting = ""] = jobs;
        await dead.told(beginOf(running));
        await scene.untilStatus([waiting], 1);
        const holding = proxy.hold(1, STATEMENT.release);
        dead.kill("SIGTERM");
        const held = await holding;
        dead.kill("SIGKILL");
        await dead.exited;
        const way = await scene.proxy();
        const heir = await scene.worker({ url: way.url });
        await heir.told(beginOf(running, 2));
        // The heir has claimed the other job and not marked its start: only the token tells whose it is.
        const starting = way.stallAt(1, STATEMENT.start);
        heir.tell({ kind: "open", job: running });
        await starting;
        await held.deliver();
        way.resume();
        await scene.untilStatus(jobs, 2);
      },
      { queue: brittle },
    ));

  test.concurrent("a reclaim that runs after another one and a new claim steals nothing", () =>
    inScene(server, async (scene) => {
      const doomed = await scene.worker();
      const [job = ""] = await scene.insert([{ act: "gate" }]);
      await doomed.told(beginOf(job));
      doomed.kill("SIGKILL");
      await doomed.exited;
      const proxy = await scene.proxy();
      const late = await scene.worker({ url: proxy.url });
      const held = await proxy.hold(1, STATEMENT.reclaim);
      late.kill("SIGKILL");
      await late.exited;
      const heir = await scene.worker();
      await heir.told(beginOf(job, 2));
      await held.deliver();
      heir.tell({ kind: "open", job });
      await scene.untilStatus([job], 2);
    }));
});

import { Writable } from "node:stream";
import { type Log, release, type WorkerEvents } from "@queuegen/runtime";
import { pino } from "pino";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { madeQueue } from "./made-queue.js";
import { completed, newJobs, startWorker } from "./work.js";

eachServer((server) => {
  const database = freshDatabase(server);
  const queue = madeQueue('retry: { attempts: 2, backoff: { delay: "0ms", jitter: 0 } }, claim: { lease: "5s" },');
  beforeAll(() => queue.createTables(database));
  beforeEach(() => database.truncate());

  const add = (count: number) => queue.enqueue(database.pool(), newJobs(count));

  test("the events of a job that is released, fails, is tried again, and is done", async () => {
    await add(1);
    let calls = 0;
    const worker = startWorker(database, queue, () => {
      calls++;
      if (calls === 1) return release();
      if (calls === 2) throw new Error("no");
      return undefined;
    });
    const told: string[] = [];
    const names: readonly (keyof WorkerEvents)[] = [
      "shiftStart",
      "claimed",
      "beforeProcess",
      "afterProcess",
      "released",
      "retried",
      "completed",
      "stopping",
      "shiftEnd",
      "stopped",
    ];
    for (const name of names) worker.on(name, () => void told.push(name));
    worker.on("released", () => void database.query("UPDATE notify_task SET run_at = 1 WHERE status = 5"));
    await completed(worker, 1);
    await worker.close();
    const attempt = ["claimed", "beforeProcess", "afterProcess"];
    const all = ["shiftStart", ...attempt, "released", ...attempt, "retried", ...attempt, "completed"];
    expect(told.slice(0, -3)).toEqual(all);
    expect(told.slice(-3).sort()).toEqual(["shiftEnd", "stopped", "stopping"]);
  });

  test("beforeProcess has the job, afterProcess how long it took", async () => {
    await add(1);
    const worker = startWorker(database, queue, () => new Promise((resolve) => setTimeout(resolve, 60)));
    const [before, after] = await Promise.all([worker.next("beforeProcess"), worker.next("afterProcess")]);
    await worker.close();
    expect(before).toMatchObject({ queue: "notify", id: "1", attempt: 1, job: { user_id: 0 } });
    expect(after).toMatchObject({ queue: "notify", id: "1", attempt: 1 });
    expect(after.ms).toBeGreaterThan(55);
  });

  test.each([undefined, null, 0, ""])("a handler that throws %j has failed, and the event says so", async (nothing) => {
    await add(1);
    const worker = startWorker(database, queue, () => {
      throw nothing;
    });
    const retried = await worker.next("retried");
    await worker.close();
    expect(retried.thrown).not.toBeUndefined();
    if (nothing === undefined || nothing === null) {
      expect(retried.error).toBe(`the handler threw ${nothing}`);
      expect(retried.thrown).toBeInstanceOf(Error);
    }
  });

  test("a pino logger is taken as it is: levels, fields, errors, and a child for each job", async () => {
    await add(1);
    const lines: Record<string, unknown>[] = [];
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)));
        done();
      },
    });
    const log: Log = pino({ level: "debug" }, stream);
    const worker = startWorker(
      database,
      queue,
      (_job, ctx) => {
        ctx.log.info({ step: 1 }, "working");
        throw new Error("above", { cause: new Error("below") });
      },
      { log },
    );
    await worker.next("jobDead");
    await worker.close();
    const level = pino.levels.values;
    expect(lines).toContainEqual(
      expect.objectContaining({ level: level.info, queue: "notify", id: "1", step: 1, msg: "working" }),
    );
    expect(lines.find(({ msg }) => msg === "job dead")).toMatchObject({
      level: level.error,
      queue: "notify",
      id: "1",
      attempt: 2,
      err: { type: "Error", message: "above: below" },
    });
  });
});

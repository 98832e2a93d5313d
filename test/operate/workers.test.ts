import { setTimeout as delay } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { countingRelay } from "./counting-relay.js";
import { type OperatedWorker, operateProject } from "./operate-project.js";

/** The promise is 2 s; a machine that does other work besides gets one more to tell us. */
const FOLLOWED_MS = 3_000;

eachServer((server) => {
  describe("workers that are steered", () => {
    const database = freshDatabase(server);
    const project = operateProject(database);
    const { run } = project;
    beforeEach(async () => {
      for (const table of ["`order`", "plain_task", "ops_control", "ops_lease"]) {
        await database.query(`TRUNCATE TABLE ${table}`);
      }
    });

    const add = (table: "order" | "plain_task", count: number, ms: number): Promise<unknown> => {
      const columns = table === "order" ? "(`key`, `from`, payload)" : "(create_time, payload)";
      const payload = JSON.stringify({ ms });
      const row = table === "order" ? ["x", 1, payload] : [1, payload];
      return database.query(`INSERT INTO \`${table}\` ${columns} VALUES ?`, [Array.from({ length: count }, () => row)]);
    };
    /** Looks at the database until this is so: a change of a row has no event. */
    const until = async (sql: string, expected: unknown, ms = 15_000): Promise<void> => {
      const end = Date.now() + ms;
      for (;;) {
        const rows = await database.query(sql);
        if (JSON.stringify(rows) === JSON.stringify(expected)) return;
        if (Date.now() > end) expect(rows).toEqual(expected);
        await delay(50);
      }
    };
    const started = (count: number) => (worker: OperatedWorker) => worker.lines("start").length >= count;
    const startsOf = (workers: readonly OperatedWorker[]): number =>
      workers.reduce((sum, worker) => sum + worker.lines("start").length, 0);
    const inWork = async (table: string, status = "status"): Promise<number> => {
      const [row] = await database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM \`${table}\` WHERE ${status} = 1`);
      return Number(row?.n);
    };
    /** How many handlers ran at once, most of all, by what they said. */
    const peak = (workers: readonly OperatedWorker[], after = 0, queue?: string): number => {
      const steps = workers
        .flatMap((worker) => worker.lines())
        .filter((line) => line.word !== "lost" && (queue === undefined || line.queue === queue))
        .sort((a, b) => a.at - b.at || a.word.localeCompare(b.word));
      let running = 0;
      let most = 0;
      for (const { word, at } of steps) {
        running += word === "start" ? 1 : -1;
        if (at > after) most = Math.max(most, running);
      }
      return most;
    };

    test("three processes pause within 2 s, start nothing while they are paused, and go on within 2 s", async () => {
      await add("plain_task", 6_000, 20);
      const workers = [project.worker(), project.worker(), project.worker()];
      await Promise.all(workers.map((worker) => worker.until(started(20))));
      await run("pause", "plain");
      const paused = Date.now();
      await Promise.all(workers.map((worker) => worker.until(({ err }) => err.includes("paused"))));
      expect(Date.now() - paused).toBeLessThan(FOLLOWED_MS);
      // What was claimed and not started has been given back; what ran ends.
      await until("SELECT COUNT(*) AS n FROM plain_task WHERE status = 1", [{ n: 0 }]);
      const before = startsOf(workers);
      await delay(1_000);
      expect(startsOf(workers)).toBe(before);
      expect(before).toBeLessThan(6_000);
      await run("resume", "plain");
      const resumed = Date.now();
      await Promise.all(workers.map((worker) => worker.until(({ err }) => err.includes("resumed"))));
      expect(Date.now() - resumed).toBeLessThan(FOLLOWED_MS);
      await Promise.all(
        workers.map((worker) => worker.until((one) => one.lines("start").some(({ at }) => at > resumed))),
      );
    });

    test("concurrency goes up and down while a worker runs, within the cap whoever writes the row", async () => {
      await add("order", 2_000, 100);
      const worker = project.worker({}, "--queue", "odd");
      await worker.until(started(6));
      expect(peak([worker])).toBe(3);
      await run("concurrency", "odd", "1");
      await delay(FOLLOWED_MS);
      const down = Date.now();
      await worker.until((one) => one.lines("start").filter(({ at }) => at > down + 200).length >= 3);
      expect(peak([worker], down + 200)).toBe(1);
      await database.query("UPDATE ops_control SET concurrency = 5000");
      const up = worker.lines("start").length;
      await worker.until(started(up + 40));
      expect(peak([worker])).toBe(6);
    });

    test("a restart mark ends the processes that run the queue with 75, and no other", async () => {
      await add("plain_task", 500, 10);
      await add("order", 50, 10);
      const workers = [project.worker({}, "--queue", "plain"), project.worker({}, "--queue", "plain")];
      const other = project.worker({}, "--queue", "odd");
      await Promise.all([...workers, other].map((worker) => worker.until(started(5))));
      await run("restart", "plain");
      expect(await Promise.all(workers.map(({ exited }) => exited))).toEqual([75, 75]);
      expect(await inWork("plain_task")).toBe(0);
      const ends = other.lines("end").length;
      await other.until((one) => one.lines("end").length === 50 || one.lines("end").length > ends);
    });

    test("a job that is released by force is lost to its worker, done by another, and stays done", async () => {
      await add("order", 1, 4_000);
      const first = project.worker({}, "--queue", "odd");
      await first.until(started(1));
      const second = project.worker({}, "--queue", "odd");
      await second.until(({ err }) => err.includes("consuming"));
      await run("pause", "odd");
      await Promise.all([first, second].map((worker) => worker.until(({ err }) => err.includes("paused"))));
      const result = await run("release", "odd", "1", "--force");
      expect(result).toMatchObject({ code: 0, out: "odd 1: released\n" });
      await first.until((one) => one.lines("lost").length === 1);
      first.kill("SIGKILL");
      await run("resume", "odd");
      await until("SELECT state, tries FROM `order`", [{ state: 2, tries: 2 }], 20_000);
      expect(second.lines("end")).toMatchObject([{ queue: "odd", id: "1" }]);
    });

    test("what a worker writes back after its job was released is refused: the job runs once more and is done once", async () => {
      await add("order", 1, 2_500);
      const worker = project.worker({}, "--queue", "odd");
      await worker.until(started(1));
      await run("release", "odd", "1", "--force");
      await until("SELECT state, tries FROM `order`", [{ state: 2, tries: 2 }]);
      expect(worker.lines("start")).toHaveLength(2);
      expect(worker.err).toContain("claim lost");
    });

    test("retry and release race with a worker that works: every job ends as done", async () => {
      await add("order", 300, 15);
      await database.query("UPDATE `order` SET state = 3, tries = 3 WHERE nr % 3 = 0");
      const worker = project.worker({}, "--queue", "odd");
      await worker.until(started(10));
      for (let round = 0; round < 4; round++) {
        const held = await database.query<{ nr: number }>("SELECT nr FROM `order` WHERE state = 1 LIMIT 5");
        const ids = held.map(({ nr }) => String(nr));
        await Promise.all([
          run("retry", "odd", "--dead", "--limit", "40"),
          run("retry", "odd", "1", "2", "3", ...ids),
          ...(ids.length > 0 ? [run("release", "odd", ...ids, "--force")] : []),
        ]);
      }
      await until("SELECT state, COUNT(*) AS n FROM `order` GROUP BY state", [{ state: 2, n: 300 }], 30_000);
      expect(new Set(worker.lines("end").map(({ id }) => id)).size).toBe(300);
    });

    test("jobs that are pushed are consumed, and a purge beside the workers takes only what is old", async () => {
      await add("plain_task", 3_000, 0);
      await database.query("UPDATE plain_task SET status = 2, finish_time = 1 WHERE id <= 2000");
      const worker = project.worker({}, "--queue", "plain");
      const [purge, push] = await Promise.all([
        run("purge", "plain"),
        run("push", "plain", '{"payload": {"ms": 1}}', "--json"),
      ]);
      expect(purge).toMatchObject({ code: 0, err: "" });
      const [{ id }] = JSON.parse(push.out).jobs;
      await worker.until((one) => one.lines("end").some((line) => line.id === id));
      await until("SELECT status, COUNT(*) AS n FROM plain_task GROUP BY status", [{ status: 2, n: 1_001 }]);
      expect(await database.query("SELECT COUNT(*) AS n FROM plain_task WHERE finish_time = 1")).toEqual([{ n: 0 }]);
    });

    test("the limit of all processes holds over three of them, and ends when it is taken away", async () => {
      await add("plain_task", 5_000, 30);
      await run("concurrency", "plain", "4", "--global");
      const workers = [project.worker(), project.worker(), project.worker()];
      let most = 0;
      const end = Date.now() + 4_000;
      await Promise.all(workers.map((worker) => worker.until(({ err }) => err.includes("consuming"))));
      while (Date.now() < end) most = Math.max(most, await inWork("plain_task"));
      expect(most).toBe(4);
      expect(peak(workers)).toBeLessThanOrEqual(4);
      // The places are not only kept, they are used: 4 handlers of 30 ms could make 133 a second on an idle machine.
      expect(startsOf(workers)).toBeGreaterThan(40);
      await run("concurrency", "plain", "default", "--global");
      await until("SELECT COUNT(*) > 10 AS more FROM plain_task WHERE status = 1", [{ more: 1 }]);
    });

    test("the limit of all processes holds while connections are killed in the middle of claims", async () => {
      // Enough for as long as this takes: where none are left, nothing more is started.
      await add("plain_task", 20_000, 5);
      await run("concurrency", "plain", "3", "--global");
      const workers = [project.worker(), project.worker(), project.worker()];
      await Promise.all(workers.map((worker) => worker.until(started(3))));
      let most = 0;
      let killed = 0;
      for (const end = Date.now() + 5_000; Date.now() < end; ) {
        most = Math.max(most, await inWork("plain_task"));
        const open = await database.query<{ id: number }>(
          "SELECT id FROM information_schema.processlist WHERE db = ? AND id <> CONNECTION_ID() ORDER BY RAND() LIMIT 1",
          [database.name],
        );
        if (killed * 250 > 5_000 - (end - Date.now())) continue;
        for (const { id } of open)
          await database.query(`KILL ${id}`).then(
            () => killed++,
            () => undefined,
          );
      }
      expect(killed).toBeGreaterThan(10);
      expect(most).toBe(3);
      const before = startsOf(workers);
      await Promise.any(workers.map((worker) => worker.until(started(worker.lines("start").length + 10))));
      expect(startsOf(workers)).toBeGreaterThan(before);
    });

    test("the places of a process that was killed come back with its jobs", async () => {
      await add("order", 4, 60_000);
      await run("concurrency", "odd", "2", "--global");
      const first = project.worker({}, "--queue", "odd");
      await first.until(started(2));
      const second = project.worker({}, "--queue", "odd");
      await second.until(({ err }) => err.includes("consuming"));
      first.kill("SIGKILL");
      await second.until(started(2));
      expect(await inWork("order", "state")).toBe(2);
      expect(second.lines("start")).toHaveLength(2);
    });

    test("queues of one process share its places by their weights, and one alone has them all", async () => {
      await add("order", 4_000, 20);
      await add("plain_task", 4_000, 20);
      const worker = project.worker({}, "--total-concurrency", "4", "--concurrency", "4");
      await worker.until(started(300));
      const ran = (queue: string): number => worker.lines("start").filter((line) => line.queue === queue).length;
      expect(peak([worker])).toBe(4);
      // odd has weight 3, plain 1.
      expect(ran("odd") / ran("plain")).toBeGreaterThan(2);
      expect(ran("odd") / ran("plain")).toBeLessThan(4.5);
      await run("pause", "odd");
      await worker.until(({ err }) => err.includes("paused"));
      const alone = Date.now() + 300;
      const soFar = worker.lines("start").length;
      await worker.until(started(soFar + 100));
      expect(peak([worker], alone, "plain")).toBe(4);
    });

    test("a queue whose places are all taken by long jobs of another gets the next that comes free", async () => {
      await add("order", 40, 1_000);
      const worker = project.worker({}, "--total-concurrency", "4", "--concurrency", "4");
      await worker.until(started(4));
      await add("plain_task", 1, 10);
      await worker.until((one) => one.lines("end").some(({ queue }) => queue === "plain"));
      expect(worker.lines("start").filter(({ queue }) => queue === "odd").length).toBeLessThan(12);
    });

    test("a paused process sends at most one statement a second", async () => {
      await run("pause", "plain");
      const relay = await countingRelay(database.url);
      const worker = project.worker({ DATABASE_URL: relay.url }, "--queue", "plain");
      await worker.until(({ err }) => err.includes("paused"));
      // The first rounds of maintenance take the lease row and purge.
      await delay(1_000);
      const before = relay.statements;
      await delay(12_000);
      expect(relay.statements - before).toBeGreaterThan(5);
      expect(relay.statements - before).toBeLessThanOrEqual(13);
      worker.kill("SIGKILL");
      await relay.close();
    });
  });
});

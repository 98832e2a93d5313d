import { wakeAfter } from "@queuegen/runtime";
import { Kysely, MysqlDialect } from "kysely";
import { createPool } from "mysql2";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { madeQueue } from "./made-queue.js";
import { completed, newJobs, type RunningWorker, startWorker } from "./work.js";

eachServer((server) => {
  const database = freshDatabase(server);
  const queue = madeQueue("");
  beforeAll(() => queue.createTables(database));
  beforeEach(() => database.truncate());

  /** The longest nap there is: a worker that is woken before it is over was told. */
  async function asleep(worker: RunningWorker): Promise<void> {
    await worker.next("beforeSleep", ({ ms }) => ms > 200);
  }

  /** ms from the commit to the claim, at most; how the transaction is made and committed is up to `work`. */
  async function wakeTime(work: (committed: () => void) => Promise<unknown>): Promise<number> {
    const worker = startWorker(database, queue, () => undefined);
    try {
      const times: number[] = [];
      for (let round = 0; round < 5; round++) {
        await asleep(worker);
        let at = 0;
        const claimed = worker.next("claimed").then(() => performance.now());
        await work(() => {
          at = performance.now();
        });
        times.push((await claimed) - at);
      }
      return times.sort((a, b) => a - b)[2]!;
    } finally {
      await worker.close();
    }
  }

  test("a worker of this process is woken by the commit of a mysql2 transaction", async () => {
    const pool = database.pool();
    const median = await wakeTime((committed) =>
      wakeAfter(async (afterCommit) => {
        const connection = await pool.getConnection();
        await connection.beginTransaction();
        await queue.enqueue(connection, newJobs(1), { afterCommit });
        await connection.commit();
        connection.release();
        committed();
      }),
    );
    expect(median).toBeLessThan(60);
  });

  test("a worker of this process is woken by the commit of a Kysely transaction", async () => {
    const kysely = new Kysely<object>({ dialect: new MysqlDialect({ pool: createPool({ uri: database.url }) }) });
    const median = await wakeTime(async (committed) => {
      await wakeAfter((afterCommit) =>
        kysely.transaction().execute((trx) => queue.enqueue(trx, newJobs(1), { afterCommit })),
      );
      committed();
    });
    await kysely.destroy();
    expect(median).toBeLessThan(60);
  });

  test("a transaction that is rolled back wakes nobody", async () => {
    const worker = startWorker(database, queue, () => undefined);
    await asleep(worker);
    let woken = false;
    const pool = database.pool();
    const connection = await pool.getConnection();
    const failed = wakeAfter(async (afterCommit) => {
      await connection.beginTransaction();
      await queue.enqueue(connection, newJobs(1), {
        afterCommit: (wake) =>
          afterCommit(() => {
            woken = true;
            wake();
          }),
      });
      await connection.rollback();
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    connection.release();
    await worker.close();
    expect(woken).toBe(false);
  });

  test("a worker is woken by the commit of a ctx.transaction in which its handler enqueues", async () => {
    const times: number[] = [];
    for (let round = 0; round < 5; round++) {
      await queue.enqueue(database.pool(), newJobs(1));
      let open = () => {};
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      let at: number | undefined;
      const worker = startWorker(database, queue, async (_job, ctx) => {
        if (at !== undefined) return;
        await opened;
        await ctx.transaction((trx) => queue.enqueue(trx as never, newJobs(1)));
        at = performance.now();
      });
      await asleep(worker);
      const claimed = worker.next("claimed").then(() => performance.now());
      open();
      times.push((await claimed) - (at ?? performance.now()));
      await completed(worker, 1);
      await worker.close();
    }
    expect(times.sort((a, b) => a - b)[2]).toBeLessThan(60);
  });

  test("afterCommit has to be a function", async () => {
    const enqueued = queue.enqueue(database.pool(), newJobs(1), { afterCommit: true as never });
    await expect(enqueued).rejects.toThrow("`afterCommit` is a function");
  });
});

import { dead, type Handler, type Log, release, retryAfter } from "@queuegen/runtime";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { NotifyJob } from "../../generated-example/src/queues/generated/notify/table.js";
import { eachServer, freshDatabase } from "../services/database.js";
import { testQueue } from "./queue.js";
import { completed, newJobs, type RunningWorker, silent, startWorker } from "./work.js";

const MISSING_AWAIT = "the handler ended before its ctx.transaction: is an await missing?";
const EFFECT = "INSERT INTO effect VALUES (?, 1) ON DUPLICATE KEY UPDATE n = n + 1";

/** Each entry as level, text, and the message of its error. */
function recorder(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  const at = (level: string) => (first: string | object, message?: string) => {
    const { err } = first as { err?: Error };
    lines.push([level, typeof first === "string" ? first : message, err?.message].filter(Boolean).join(" | "));
  };
  return { lines, log: { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") } };
}

eachServer((server) => {
  const database = freshDatabase(server);
  const queue = testQueue({ attempts: 2 });
  beforeAll(async () => {
    await queue.createTables(database);
    await database.query("CREATE TABLE effect (id bigint unsigned PRIMARY KEY, n int NOT NULL)");
  });
  beforeEach(async () => {
    await database.truncate();
    await database.query("DELETE FROM effect");
    await queue.enqueue(database.pool(), newJobs(1));
  });

  const effects = () => database.query<{ n: number }>("SELECT n FROM effect");
  const job = async () =>
    (
      await database.query<{ status: number; error_message: string | null }>(
        "SELECT status, error_message FROM notify_task",
      )
    )[0];

  /** Runs the handler until `over`, then stops. Answers the log. */
  async function run(
    handler: Handler<NotifyJob>,
    over: (worker: RunningWorker) => Promise<unknown>,
  ): Promise<string[]> {
    const { log, lines } = recorder();
    const worker = startWorker(database, queue, handler, { log });
    await over(worker);
    await worker.close();
    return lines;
  }

  describe("a handler that does not await its ctx.transaction", () => {
    test("fails, with the reason, and the effect is rolled back", async () => {
      await run(
        async ({ id }, ctx) => {
          void ctx.transaction(async (trx) => {
            await trx.query("DO SLEEP(0.1)");
            await trx.query(EFFECT, [id]);
          });
        },
        (worker) => worker.next("jobDead"),
      );
      expect(await job()).toEqual({ status: 3, error_message: MISSING_AWAIT });
      expect(await effects()).toEqual([]);
    });

    test("fails also where a function of its own is in between", async () => {
      const effect: Handler<NotifyJob> = async ({ id }, ctx) => {
        await ctx.transaction((trx) => trx.query(EFFECT, [id]));
      };
      await run(
        async (item, ctx) => {
          void effect(item, ctx);
        },
        (worker) => worker.next("jobDead"),
      );
      expect(await job()).toEqual({ status: 3, error_message: MISSING_AWAIT });
      expect(await effects()).toEqual([]);
    });

    test("and throws: the attempt fails with what was thrown", async () => {
      await run(
        async ({ id }, ctx) => {
          void ctx.transaction((trx) => trx.query(EFFECT, [id]));
          throw new Error("mine");
        },
        (worker) => worker.next("jobDead"),
      );
      expect(await job()).toEqual({ status: 3, error_message: "mine" });
      expect(await effects()).toEqual([]);
    });
  });

  test("a second ctx.transaction is refused, the first one counts", async () => {
    const lines = await run(
      async ({ id }, ctx) => {
        await ctx.transaction((trx) => trx.query(EFFECT, [id]));
        await ctx.transaction((trx) => trx.query(EFFECT, [id]));
      },
      (worker) => completed(worker, 1),
    );
    expect(await effects()).toEqual([{ n: 1 }]);
    expect(await job()).toMatchObject({ status: 2 });
    expect(lines.filter((line) => line.startsWith("error | the handler threw after its job was completed"))).toEqual([
      expect.stringContaining("so it is for once in a handler, not nested: the job is over already"),
    ]);
  });

  test("a nested ctx.transaction is refused: the attempt fails with that and nothing is committed", async () => {
    await run(
      ({ id }, ctx) =>
        ctx.transaction(async (trx) => {
          await trx.query(EFFECT, [id]);
          await ctx.transaction((inner) => inner.query(EFFECT, [id]));
        }),
      (worker) => worker.next("jobDead"),
    );
    expect(await effects()).toEqual([]);
    expect((await job())?.error_message).toContain("not nested: one is running already");
  });

  test("a transaction that failed may be tried again in the same handler", async () => {
    await run(
      async ({ id }, ctx) => {
        const failed = ctx.transaction(() => Promise.reject(new Error("no")));
        await expect(failed).rejects.toThrow("no");
        await ctx.transaction((trx) => trx.query(EFFECT, [id]));
      },
      (worker) => completed(worker, 1),
    );
    expect(await effects()).toEqual([{ n: 1 }]);
  });

  test.each([dead("too late"), retryAfter("1m"), release("1m")])(
    "%o after a committed ctx.transaction is void, and told",
    async (outcome) => {
      const lines = await run(
        async ({ id }, ctx) => {
          await ctx.transaction((trx) => trx.query(EFFECT, [id]));
          return outcome;
        },
        (worker) => completed(worker, 1),
      );
      expect(await job()).toMatchObject({ status: 2 });
      expect(lines).toContain(
        "warn | ctx.transaction has completed the job: the retryAfter, dead or release that the handler returned is void",
      );
    },
  );

  test("an error that a handler threw comes with the event, with stack and cause", async () => {
    const cause = new Error("below");
    const thrown = new Error("above", { cause });
    const worker = startWorker(database, queue, () => Promise.reject(thrown), { log: silent });
    const [retried, died] = await Promise.all([worker.next("retried"), worker.next("jobDead")]);
    await worker.close();
    expect([retried.thrown, died.thrown]).toEqual([thrown, thrown]);
  });
});

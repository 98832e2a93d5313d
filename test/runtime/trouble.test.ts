import { createServer } from "node:net";
import { ConfigError, createWorker, type Log } from "@queuegen/runtime";
import { compile, corePool, isClosedByUs, Session } from "@queuegen/runtime/internal";
import { createPool } from "mysql2/promise";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { testQueue } from "./queue.js";
import { openSource } from "./sources.js";
import { completed, newJobs, silent, startWorker } from "./work.js";

interface Line {
  readonly level: string;
  readonly text: string;
  readonly at: number;
}

/** Keeps what is logged; `next` resolves with the first line that has the text. */
function recorder(): { readonly log: Log; readonly lines: Line[]; next(text: string): Promise<Line> } {
  const lines: Line[] = [];
  const looks = new Set<() => void>();
  const at = (level: string) => (first: string | object, message?: string) => {
    lines.push({ level, text: typeof first === "string" ? first : (message ?? ""), at: performance.now() });
    for (const look of looks) look();
  };
  return {
    lines,
    log: { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") },
    next: (text) =>
      new Promise((resolve) => {
        const look = () => {
          const line = lines.find((one) => one.text.includes(text));
          if (line) resolve(line);
        };
        looks.add(look);
        look();
      }),
  };
}

/** A port that nobody listens on. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("a server that cannot be reached is named without the password, and the run time counts while it is waited for", async () => {
  const port = await closedPort();
  const pool = createPool({ uri: `mysql://me:s3cret@127.0.0.1:${port}/app`, connectionLimit: 5 });
  const { log, lines } = recorder();
  const began = performance.now();
  const handlers = { notify: () => {} };
  expect(await createWorker(testQueue().registry, { db: pool, log, handlers, maxRunTime: "2s" }).run()).toBe("window");
  expect(performance.now() - began).toBeLessThan(4_000);
  const waiting = lines.filter(({ text }) => text.startsWith("waiting"));
  expect(waiting[0]).toMatchObject({
    level: "error",
    text: `waiting for the database at 127.0.0.1:${port}/app: connect ECONNREFUSED 127.0.0.1:${port}`,
  });
  // At once, after 0.5 s and 1 s more; not once for each of the worker's connections and tries.
  expect(waiting.length).toBeLessThanOrEqual(3);
  expect(JSON.stringify(lines)).not.toContain("s3cret");
  await pool.end();
});

eachServer((server) => {
  const database = freshDatabase(server);
  const queue = testQueue();
  beforeAll(() => queue.createTables(database));
  beforeEach(() => database.truncate());
  const handlers = { notify: () => {} };

  test("a queue that cannot be claimed from is an error with the reason, repeated with growing pauses, until it is mended", async () => {
    const { log, lines, next } = recorder();
    await queue.enqueue(database.pool(), newJobs(1));
    await database.query("ALTER TABLE notify_task RENAME COLUMN channel TO chanel");
    const worker = startWorker(database, queue, () => {}, { log });
    expect(await next("cannot claim")).toMatchObject({
      level: "error",
      text: expect.stringMatching(
        /^queue notify: cannot claim: Unknown column '.*channel' in .*\. Has `queuegen migrate up` been run here\? Where the application has changed its table, correct the schema$/,
      ),
    });
    const since = lines.length;
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    const repeated = lines.slice(since).filter(({ text }) => text.includes("cannot claim"));
    expect(repeated.length).toBeGreaterThan(0);
    expect(repeated.length).toBeLessThanOrEqual(3);
    await database.query("ALTER TABLE notify_task RENAME COLUMN chanel TO channel");
    const done = completed(worker, 2);
    await queue.enqueue(database.pool(), newJobs(1));
    await done;
    await worker.close();
  });

  test("--once on a table that is not migrated rejects with the reason that the loop gives", async () => {
    await queue.enqueue(database.pool(), newJobs(1));
    await database.query("ALTER TABLE notify_task RENAME COLUMN channel TO chanel");
    const worker = createWorker(queue.registry, { db: database.pool(), log: silent, handlers, once: true });
    const problem: unknown = await worker.run().catch((error: unknown) => error);
    await database.query("ALTER TABLE notify_task RENAME COLUMN chanel TO channel");
    expect(problem).toBeInstanceOf(ConfigError);
    expect((problem as ConfigError).message).toMatch(
      /^queue notify: cannot claim: Unknown column '.*channel' in .*\. Has `queuegen migrate up` been run here\?/,
    );
  });

  test.each([
    [3, 2, "once: 2 jobs handled; more may wait, --max-run-time drains"],
    [1, 2, "once: 1 job handled; more may wait, --max-run-time drains"],
    [0, 2, "once: no job was claimed"],
  ])("of %i jobs --once handles one claim of %i, and says so", async (jobs, concurrency, line) => {
    const { log, lines } = recorder();
    if (jobs > 0) await queue.enqueue(database.pool(), newJobs(jobs));
    const options = { db: database.pool(), log, handlers, once: true, concurrency };
    expect(await createWorker(queue.registry, options).run()).toBe("once");
    expect(lines.filter(({ text }) => text.startsWith("once"))).toMatchObject([{ level: "info", text: line }]);
  });

  test("what the database refuses beside the claim is an error with what to do, and not said to be dealt with", async () => {
    const { log, lines, next } = recorder();
    await database.query("ALTER TABLE queuegen_lease RENAME COLUMN until_ms TO until");
    const worker = startWorker(database, queue, () => {}, { log });
    expect(await next("refused a statement")).toMatchObject({
      level: "error",
      text: expect.stringMatching(
        /^the database refused a statement: Unknown column 'until_ms' in .*\. Has `queuegen migrate up` been run here\?/,
      ),
    });
    await worker.close();
    await database.query("ALTER TABLE queuegen_lease RENAME COLUMN until TO until_ms");
    expect(lines.filter(({ text }) => text.startsWith("dealt with"))).toEqual([]);
  });

  test("what is cut off by the close of a session says that we closed it", async () => {
    const session = new Session({ pool: corePool(database.pool()), lockWait: 1, timeout: 60_000, onError() {} });
    const link = await session.link();
    const cut = link.read(compile("SELECT SLEEP(2)")).catch((error: unknown) => error);
    session.close();
    expect(isClosedByUs(await cut)).toBe(true);
    expect(await cut).toMatchObject({ message: "this process closed the connection" });
    expect(isClosedByUs(await session.link().catch((error: unknown) => error))).toBe(true);
  });

  test.each([
    ["by one statement", {}],
    ["behind SKIP LOCKED", { skipLocked: true }],
  ])(
    "rows claimed %s that cannot be read back are given back at once, their attempt not counted",
    async (_, options) => {
      const adopted = testQueue({ readBack: true, ...options });
      await queue.enqueue(database.pool(), newJobs(3));
      await database.query("ALTER TABLE notify_task RENAME COLUMN channel TO chanel");
      const open = openSource(database.pool(), adopted);
      await expect(open.take(3)).rejects.toThrow("Unknown column");
      expect(await database.query("SELECT DISTINCT status, attempts, claim_token FROM notify_task")).toEqual([
        { status: 0, attempts: 0, claim_token: null },
      ]);
      expect(open.errors).toEqual([]);
      await database.query("ALTER TABLE notify_task RENAME COLUMN chanel TO channel");
      expect(await open.take(3)).toHaveLength(3);
      open.close();
    },
  );

  test("a claim that an operator gave back and this worker has made again is lost for that reason", async () => {
    await queue.enqueue(database.pool(), newJobs(1));
    let first = true;
    const worker = startWorker(database, queue, async (_job, ctx) => {
      if (!first) return;
      first = false;
      await database.query(
        "UPDATE notify_task SET status = 0, claim_token = NULL, claim_time = NULL, worker_id = NULL, start_time = NULL",
      );
      await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
    });
    const done = completed(worker, 1);
    expect((await worker.next("claimLost")).error.message).toBe(
      "queue notify, job 1: claim lost, it was given back and this worker claimed it again",
    );
    await done;
    await worker.close();
  });

  test("a ctx.transaction that waits long for a connection is told, with what to change", async () => {
    const { log, next } = recorder();
    const db = database.pool({ connectionLimit: 3 });
    await queue.enqueue(database.pool(), newJobs(2));
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const worker = startWorker(database, queue, (_job, ctx) => ctx.transaction(() => released), { db, log });
    const done = completed(worker, 2);
    expect(await next("ctx.transaction has waited")).toMatchObject({
      level: "warn",
      text: "ctx.transaction has waited 5 s for a connection of the pool: raise its connectionLimit, and do not use the pool inside ctx.transaction",
    });
    release();
    await done;
    await worker.close();
  });

  test.each([
    [{ concurrency: 0 }, "`concurrency` takes a whole number from 1 to 10000, not 0"],
    [{ concurrency: Number.NaN }, "`concurrency` takes a whole number from 1 to 10000, not NaN"],
    [{ maxRunTime: "soon" }, "`maxRunTime`: not a duration: soon"],
    [{ handlers: undefined }, "a worker needs `handlers`, an object with a function for each queue: notify"],
    [{ kysely: {} }, "`kysely` of a worker must be a Kysely instance"],
    [{ db: undefined }, "`db` of a worker must be a mysql2 pool"],
  ])("a worker with %o is refused", (mistake, message) => {
    const options = { db: database.pool(), handlers, ...mistake } as never;
    expect(() => createWorker(queue.registry, options)).toThrow(ConfigError);
    expect(() => createWorker(queue.registry, options)).toThrow(message);
  });

  test("a pool given as `kysely`, a missing registry and missing options are refused", () => {
    const db = database.pool();
    expect(() => createWorker(queue.registry, { db, handlers, kysely: db as never })).toThrow("a Kysely instance");
    expect(() => createWorker(undefined as never, { db, handlers } as never)).toThrow("the generated registry");
    expect(() => createWorker(queue.registry, undefined as never)).toThrow("a worker needs options");
  });

  test("a pool without a database ends the run with a ConfigError", async () => {
    const db = createPool({ uri: server.url, connectionLimit: 4 });
    const running = createWorker(queue.registry, { db, log: silent, handlers }).run();
    await expect(running).rejects.toThrow(
      new ConfigError("the pool names no database: mysql://user@host:3306/DATABASE"),
    );
    await db.end();
  });
});

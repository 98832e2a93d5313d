import { createServer } from "node:net";
import { ConfigError, createWorker, type Log } from "@queuegen/runtime";
import { createPool } from "mysql2/promise";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { testQueue } from "./queue.js";
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
        /^queue notify: cannot claim: Unknown column '.*channel' in .*\. Has `queuegen migrate up` been run here\?$/,
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

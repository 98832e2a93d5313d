import { createRequire } from "node:module";
import { ConfigError, createWorker, HandlerCrashedError, HandlerTimeoutError, handlerModule } from "@queuegen/runtime";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Events } from "../../packages/runtime/src/worker/events.js";
import { ChildPool } from "../../packages/runtime/src/worker/isolation/child-pool.js";
import { eachServer, freshDatabase } from "../services/database.js";
import { type TestQueueOptions, testQueue } from "./queue.js";
import { completed, type RunningWorker, silent, startWorker } from "./work.js";

interface Entry {
  readonly job: string;
  readonly pid: number;
  readonly note: string;
}

interface Row {
  readonly status: number;
  readonly attempts: number;
  readonly error_message: string | null;
}

// The test runner's conditions would lead the children to TypeScript.
process.execArgv = [];

const HANDLERS = new URL("./isolated/handlers.mjs", import.meta.url);
const handler = handlerModule(HANDLERS, "handle");

/** Of a process that is there. A zombie that nobody has waited for yet is gone. */
function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("BigInt, Buffer, Date and every character arrive as what they are", async () => {
  const manifest = createRequire(import.meta.url).resolve("@queuegen/runtime/package.json");
  const module = handlerModule(HANDLERS, "kinds");
  const entry = manifest.replace("package.json", "dist/handler-child.js");
  const pool = new ChildPool({ queue: "notify", module, maxMemoryMb: null, entry, log: silent }, new Events());
  await pool.start();
  const job = {
    id: "1",
    big: 18_446_744_073_709_551_615n,
    bytes: Buffer.from([0, 255]),
    date: new Date(0),
    text: "\u0000\u{1F680}",
  };
  const context = { signal: new AbortController().signal, attempt: 1 } as never;
  expect(await pool.run(job, context)).toMatchObject({
    reason: "bigint 18446744073709551615 true 00ff true 1970-01-01T00:00:00.000Z \u0000\u{1F680}",
  });
  await pool.close();
});

eachServer((server) => {
  const database = freshDatabase(server);
  const workers: RunningWorker[] = [];
  beforeAll(async () => {
    await testQueue().createTables(database);
    await database.query(
      "CREATE TABLE ledger (id int AUTO_INCREMENT PRIMARY KEY, job varchar(20), pid int, note text)",
    );
    process.env.QUEUEGEN_ISOLATED_URL = database.url;
  });
  beforeEach(() => database.truncate());
  afterEach(async () => {
    for (const worker of workers.splice(0)) worker.abort();
  });
  const isolated = (options: TestQueueOptions = {}) =>
    testQueue({ isolation: "process", concurrency: 2, attempts: 1, ...options });
  const start = (options: TestQueueOptions = {}, module = handler, more: object = {}) => {
    const worker = startWorker(database, isolated(options), module, more);
    workers.push(worker);
    return worker;
  };
  const add = async (title: string, body = "", count = 1): Promise<string> => {
    const jobs = Array.from({ length: count }, () => ({ user_id: 1, payload: { title, body } }));
    return (await testQueue().enqueue(database.pool(), jobs))[0]?.id ?? "";
  };
  const rows = () => database.query<Row>("SELECT status, attempts, error_message FROM notify_task ORDER BY id");
  const ledger = () => database.query<Entry>("SELECT job, pid, note FROM ledger ORDER BY id");
  const told = async (note: string): Promise<Entry> => {
    for (;;) {
      const entry = (await ledger()).find((one) => one.note.startsWith(note));
      if (entry) return entry;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  test("200 jobs through 4 child processes: each runs once, in one of them, and none here", async () => {
    await add("pass", "slowly", 200);
    const worker = start({ concurrency: 4, attempts: 5 });
    await completed(worker, 200);
    await worker.close();
    const entries = await ledger();
    expect(new Set(entries.map(({ job }) => job)).size).toBe(200);
    expect(entries).toHaveLength(200);
    expect(new Set(entries.map(({ note }) => note))).toEqual(new Set(["attempt 1"]));
    const pids = [...new Set(entries.map(({ pid }) => pid))];
    expect(pids).toHaveLength(4);
    expect(pids).not.toContain(process.pid);
    expect(pids.filter(alive)).toEqual([]);
    expect(new Set((await rows()).map(({ status, attempts }) => `${status} ${attempts}`))).toEqual(new Set(["2 1"]));
  });

  test("values arrive as what they are", async () => {
    await add("x");
    const worker = start({}, handlerModule(HANDLERS, "describeJob"));
    await completed(worker, 1);
    const [entry] = await ledger();
    expect(JSON.parse(entry?.note ?? "")).toEqual({
      kinds: { id: "string", user_id: "number", channel: "string", payload: "object" },
      attempt: 1,
    });
  });

  describe("what a handler does in its process", () => {
    test("an endless loop is killed at the time-out; meanwhile others run, and heartbeats go on", async () => {
      const id = await add("spin");
      const worker = start({ timeout: 2_500, lease: 2_000, heartbeat: 500 });
      const lost: unknown[] = [];
      worker.on("claimLost", (event) => lost.push(event));
      const dead = worker.next("jobDead");
      const { pid } = await told("spins");
      const others = completed(worker, 20);
      await add("pass", "", 20);
      await others;
      expect((await dead).thrown).toBeInstanceOf(HandlerTimeoutError);
      expect((await rows())[0]).toEqual({
        status: 3,
        attempts: 1,
        error_message: `queue notify, job ${id}: the handler timed out after 2.5 s`,
      });
      await worker.close();
      expect(alive(pid)).toBe(false);
      expect(lost).toEqual([]);
    });

    test.each([
      ["exit", "ended by itself with exit code 3: does the handler call process.exit?"],
      ["crash", "was ended by SIGSEGV"],
      ["stray", "ended by itself: TypeError: nobody catches this"],
    ])("%s: it costs the job an attempt and nothing else", async (title, why) => {
      const id = await add(title);
      const worker = start();
      const ended = worker.next("childEnded");
      const dead = await worker.next("jobDead");
      expect(dead.thrown).toBeInstanceOf(HandlerCrashedError);
      expect(dead.error).toBe(`queue notify, job ${id}: the process of the handler ${why}`);
      expect(await ended).toMatchObject({ queue: "notify", id, why });
      const done = completed(worker, 10);
      await add("pass", "", 10);
      await done;
      expect(new Set((await ledger()).map(({ pid }) => pid)).size).toBeLessThanOrEqual(2);
      await worker.close();
    });

    test("SIGKILL from outside in mid-handler: the job is tried again, in another process", async () => {
      const id = await add("wait");
      const worker = start({ attempts: 2 });
      const { pid } = await told("waits");
      await database.query("UPDATE notify_task SET payload = JSON_SET(payload, '$.title', 'pass')");
      const retried = worker.next("retried");
      const done = completed(worker, 1);
      process.kill(pid, "SIGKILL");
      expect(await retried).toMatchObject({
        id,
        attempt: 1,
        error: `queue notify, job ${id}: the process of the handler was killed by the system or by somebody (SIGKILL)`,
      });
      await done;
      expect((await ledger()).map(({ note }) => note)).toEqual(["waits", "attempt 2"]);
      await worker.close();
    });

    test("buffers beyond maxMemoryMb: it is killed, and told why", async () => {
      await add("buffers");
      const worker = start({ maxMemoryMb: 128 });
      expect((await worker.next("jobDead")).error).toMatch(/was killed: it took \d+ MB, its maxMemoryMb is 128$/);
      await worker.close();
    });

    test("a heap beyond maxMemoryMb: it runs out or is killed, whichever comes first", async () => {
      await add("heap");
      const worker = start({ maxMemoryMb: 100 });
      expect((await worker.next("jobDead")).error).toMatch(
        /(ran out of its maxMemoryMb of 100|was killed: it took \d+ MB, its maxMemoryMb is 100)$/,
      );
      await worker.close();
    });
  });

  describe("the context", () => {
    test("what is thrown arrives with class name, message and cause", async () => {
      await add("throw", "no good");
      const worker = start();
      const { thrown, error } = await worker.next("jobDead");
      expect(error).toBe("no good");
      expect(thrown).toMatchObject({ name: "RangeError", message: "no good", cause: { message: "the cause" } });
      expect((thrown as Error).stack).toContain("handlers.mjs");
      await worker.close();
    });

    test("outcomes are values there as here", async () => {
      await add("retryAfter");
      await add("dead", "no such user");
      await add("release");
      const worker = start({ attempts: 3 });
      await Promise.all([worker.next("retried"), worker.next("jobDead"), worker.next("released")]);
      await worker.close();
      expect(await rows()).toMatchObject([
        { status: 5, attempts: 1, error_message: "retryAfter" },
        { status: 3, attempts: 1, error_message: "no such user" },
        { status: 5, attempts: 0 },
      ]);
    });

    test("ctx.heartbeat renews the claim", async () => {
      await add("heartbeat");
      const worker = start();
      await completed(worker, 1);
      expect((await ledger()).map(({ note }) => note)).toEqual(["renewed"]);
      await worker.close();
    });

    test("ctx.log writes through the worker's logger, functions as text", async () => {
      const id = await add("log");
      await add("log", "function");
      const lines: object[] = [];
      const at = (fields: object) => ({
        ...silent,
        info: (own: string | object, text?: string) => lines.push({ ...fields, ...(own as object), text }),
        child: (more: object) => at({ ...fields, ...more }),
      });
      const worker = start({ concurrency: 1 }, handler, { log: at({}) });
      await completed(worker, 2);
      await worker.close();
      const mine = lines.filter((line) => (line as { text?: string }).text === "from the child");
      expect(mine).toEqual([
        expect.objectContaining({ queue: "notify", id, n: 1n }),
        expect.objectContaining({ queue: "notify", n: "1", fn: "() => {}" }),
      ]);
    });

    test("a stop at once fires ctx.signal there", async () => {
      await add("until aborted");
      const worker = start();
      await told("waits");
      worker.abort(new Error("at once"));
      await worker.ended;
      expect((await ledger()).map(({ note }) => note)).toEqual(["waits", "Error: at once"]);
    });

    test("a lost claim fires ctx.signal there with ClaimLostError", async () => {
      await add("until aborted");
      const worker = start({ lease: 2_000, heartbeat: 300 });
      await told("waits");
      await database.query("UPDATE notify_task SET status = 0, claim_token = 'x', attempts = 0 WHERE status = 1");
      await database.query("UPDATE notify_task SET status = 3");
      await worker.next("claimLost");
      const { note } = await told("ClaimLostError");
      expect(note).toMatch(/^ClaimLostError: queue notify, job \d+: claim lost/);
      await worker.close();
    });
  });

  test("an endless loop without a time-out is killed when its claim is lost, and its slot comes free", async () => {
    await add("spin");
    const worker = start({ concurrency: 1, lease: 2_000, heartbeat: 300 });
    await told("spins");
    const ended = worker.next("childEnded");
    await database.query("UPDATE notify_task SET status = 3, claim_token = 'x'");
    expect(await ended).toMatchObject({ why: "was killed after its claim was lost" });
    const done = completed(worker, 1);
    await add("pass");
    await done;
    await worker.close();
  });

  describe("ctx.transaction", () => {
    test("effect and completion are one, on the pool that the module exports", async () => {
      await add("transaction", "", 20);
      const worker = start();
      await completed(worker, 20);
      await worker.close();
      expect((await rows()).every(({ status }) => status === 2)).toBe(true);
      expect(await ledger()).toHaveLength(20);
    });

    test("what throws in it is rolled back, and is the attempt's error", async () => {
      await add("transaction", "throw");
      const worker = start();
      expect(await worker.next("jobDead")).toMatchObject({ error: "no effect", thrown: { name: "RangeError" } });
      expect(await ledger()).toEqual([]);
      await worker.close();
    });

    test("the handler catches the very error that it threw in there", async () => {
      await add("transaction caught");
      const worker = start();
      await completed(worker, 1);
      expect((await ledger()).map(({ note }) => note)).toEqual(["the same error"]);
      await worker.close();
    });

    test("a process that dies in it leaves no effect", async () => {
      await add("transaction", "die");
      const worker = start();
      expect((await worker.next("jobDead")).error).toContain("SIGKILL");
      expect(await ledger()).toEqual([]);
      await worker.close();
    });

    test("one that is not awaited is rolled back", async () => {
      await add("not awaited");
      const worker = start();
      expect((await worker.next("jobDead")).error).toContain("is an await missing?");
      expect(await ledger()).toEqual([]);
      await worker.close();
    });

    test("the Kysely instance of the module serves as well", async () => {
      await add("x", "", 5);
      await add("x", "throw");
      const worker = start({}, handlerModule(new URL("./isolated/kysely.mjs", import.meta.url)));
      const dead = worker.next("jobDead");
      await completed(worker, 5);
      expect((await dead).error).toBe("no effect");
      await worker.close();
      expect((await ledger()).map(({ note }) => note)).toEqual(Array(5).fill("by Kysely"));
    });

    test("without a pool of the module it is refused, with what to write where", async () => {
      await add("x");
      const worker = start({}, handlerModule(new URL("./isolated/without-pool.mjs", import.meta.url)));
      expect((await worker.next("jobDead")).error).toMatch(
        /^ctx.transaction in a child process needs a pool of its own: export it from \/.*without-pool.mjs: export const db = createPool/,
      );
      await worker.close();
    });
  });

  test("more concurrency from the operator is more processes, less is fewer", async () => {
    await add("wait", "", 3);
    const worker = start({ concurrency: 1 });
    await told("waits");
    await database.query("INSERT INTO queuegen_control (queue, concurrency) VALUES ('notify', 3)");
    while ((await ledger()).length < 3) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(new Set((await ledger()).map(({ pid }) => pid)).size).toBe(3);
    worker.abort();
    await worker.ended;
  });

  test("a limit of memory that the module is above when it is loaded is refused", async () => {
    const options = { db: database.pool(), log: silent, handlers: { notify: handler } };
    await expect(createWorker(isolated({ maxMemoryMb: 40 }).registry, options).run()).rejects.toThrow(
      /^queue notify: maxMemoryMb is 40, and a process that has loaded \/.*handlers\.mjs takes \d+ MB$/,
    );
  });

  test("a function cannot be run in a process: the message shows how a handler is named", () => {
    const options = { db: database.pool(), log: silent, handlers: { notify: () => {} } };
    expect(() => createWorker(isolated().registry, options)).toThrow(
      new ConfigError(
        'queue notify runs its handler in child processes (isolation "process"), which need to know its file: ' +
          'handlers: { notify: handlerModule(new URL("./handlers/notify.js", import.meta.url)) }',
      ),
    );
  });

  test("handlerModule works without isolation, too: it is loaded here", async () => {
    const title = `here on ${server.name}`;
    await add(title);
    const here = new URL("./isolated/here.mjs", import.meta.url);
    const worker = startWorker(database, testQueue(), handlerModule(here));
    await completed(worker, 1);
    const { seen } = (await import(here.href)) as { readonly seen: readonly string[] };
    expect(seen).toContain(title);
    await worker.close();
  });
});

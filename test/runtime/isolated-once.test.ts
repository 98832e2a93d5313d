import { handlerModule } from "@queuegen/runtime";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { madeQueue } from "./made-queue.js";
import { completed, type RunningWorker, silent, startWorker } from "./work.js";

// The test runner's conditions would lead the children to TypeScript.
process.execArgv = [];

const handler = handlerModule(new URL("./isolated/once.mjs", import.meta.url));

eachServer((server) => {
  const database = freshDatabase(server);
  const queue = madeQueue(
    'once: true, retry: { attempts: 2, backoff: { delay: "0ms", jitter: 0 } }, worker: { isolation: "process", concurrency: 2 },',
  );
  beforeAll(async () => {
    await queue.createTables(database);
    await database.query("CREATE TABLE effect (id varchar(191) PRIMARY KEY, n int NOT NULL)");
    await database.query("CREATE TABLE ledger (id int AUTO_INCREMENT PRIMARY KEY, job varchar(20), note text)");
    process.env.QUEUEGEN_ISOLATED_URL = database.url;
  });
  beforeEach(() => database.truncate());
  const workers: RunningWorker[] = [];
  afterEach(() => {
    for (const worker of workers.splice(0)) worker.abort();
  });
  const start = () => {
    const worker = startWorker(database, queue, handler);
    workers.push(worker);
    return worker;
  };
  const add = (title: string, count = 1) => {
    const jobs = Array.from({ length: count }, () => ({ user_id: 1, payload: { title, body: "" } }));
    return queue.enqueue(database.pool(), jobs);
  };
  const effects = () => database.query<{ id: string; n: number }>("SELECT id, n FROM effect");
  const notes = async () =>
    (await database.query<{ note: string }>("SELECT note FROM ledger ORDER BY id")).map(({ note }) => note);

  test.each([
    ["throws after", ['{"made":1}', '{"made":1}']],
    ["dies after", ['{"made":1}', '{"made":1}']],
    ["dies inside", ['{"made":2}']],
  ])("a handler that %s: the effect is there once, and later attempts get its result", async (title, results) => {
    await add(title);
    const worker = start();
    await completed(worker, 1);
    await worker.close();
    expect(await effects()).toEqual([{ id: title, n: 1 }]);
    expect(await notes()).toEqual(results);
  });

  test("a module without a database of its own is warned of at the start, once, before its jobs burn their attempts", async () => {
    const lines: string[] = [];
    const warn = (first: string | object, text?: string) =>
      lines.push(typeof first === "string" ? first : (text ?? ""));
    const alone = handlerModule(new URL("./isolated/without-pool.mjs", import.meta.url));
    const worker = startWorker(database, queue, alone, { log: { ...silent, warn } });
    workers.push(worker);
    await worker.next("workerStart");
    await worker.close();
    expect(lines).toEqual([
      expect.stringMatching(
        /^a ctx\.once with a transaction will fail here: \/.*without-pool\.mjs exports neither `db` nor `kysely`, .*: export const db = createPool/,
      ),
    ]);
    const owner = startWorker(database, queue, handler, { log: { ...silent, warn } });
    workers.push(owner);
    await owner.next("workerStart");
    await owner.close();
    expect(lines).toHaveLength(1);
  });

  test("without a transaction its result is kept all the same", async () => {
    await add("outside");
    const worker = start();
    await completed(worker, 1);
    await worker.close();
    expect(await notes()).toEqual(["made in 1", "made in 1"]);
  });

  test("two jobs with one key at the same time: one does it, the other comes again without losing an attempt", async () => {
    await add("shared", 2);
    const worker = start();
    const released = worker.next("released");
    await completed(worker, 2);
    expect(await released).toMatchObject({ count: 1 });
    await worker.close();
    expect(await effects()).toEqual([{ id: "shared", n: 1 }]);
    expect(await database.query("SELECT attempts FROM notify_task")).toEqual([{ attempts: 1 }, { attempts: 1 }]);
  });

  test("a result that cannot leave the process is an error, and its effect is rolled back", async () => {
    await add("not to be told");
    const worker = start();
    expect((await worker.next("jobDead")).error).toContain("could not be cloned");
    await worker.close();
    expect(await effects()).toEqual([]);
  });
});

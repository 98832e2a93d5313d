import { createServer } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { databaseUrl, eachServer, freshDatabase } from "../services/database.js";
import { type WorkerProcess, workerProject } from "./scaffolded-worker.js";

/** Ended with 2, said nothing but this: one line that an operator can act on. */
async function expectMistake(worker: WorkerProcess, line: string): Promise<void> {
  expect({ code: await worker.exited, out: worker.out, err: worker.err }).toEqual({
    code: 2,
    out: "",
    err: `${line}\n`,
  });
}

eachServer((server) => {
  describe("before the first migration", () => {
    const database = freshDatabase(server);
    const project = workerProject();

    test("a worker whose tables are missing ends with 2 and the command that makes them", () =>
      expectMistake(
        project.start(database.url),
        "table queuegen_control does not exist in this database: run `queuegen migrate up`",
      ));

    test("a worker without a database's URL ends with 2 and an example of one", () =>
      expectMistake(
        project.start(undefined),
        "Set DATABASE_URL, for example mysql://user:password@127.0.0.1:3306/app",
      ));

    test("a URL that is none ends with 2 and an example of one", () =>
      expectMistake(
        project.start("garbage"),
        "Set DATABASE_URL, for example mysql://user:password@127.0.0.1:3306/app",
      ));

    test("a queue that is not there ends with 2 and the names of those that are", () =>
      expectMistake(
        project.start(database.url, "--queue", "nothing"),
        "--queue nothing: there is no such queue; the registry has notify.",
      ));

    test.each([
      [["--concurrency", "0"], '--concurrency takes a whole number from 1 to 10000, not "0".'],
      [["--max-run-time", "soon"], '--max-run-time takes a time like 50s, 10m or 2h, not "soon".'],
      [["--max-rss", "512"], '--max-rss takes a size like 512MB or 2GB, not "512".'],
      [["--nothing"], "Unknown option '--nothing'."],
    ])("%j ends with 2, says why, and lists the flags", async (args, line) => {
      const worker = project.start(database.url, ...args);
      expect(await worker.exited).toBe(2);
      expect(worker.err.split("\n").slice(0, 2)).toEqual([line, "Options of this worker:"]);
      expect(worker.err).not.toContain("    at ");
    });

    test("a memory limit that the process starts above ends with 2, and says how much it takes", async () => {
      const worker = project.start(database.url, "--max-rss", "1MB");
      expect(await worker.exited).toBe(2);
      expect(worker.err).toMatch(/^`maxRss` is 1 MB, and this process takes \d+ MB before its first job\n$/);
    });

    test("--help ends with 0", async () => {
      const worker = project.start(database.url, "--help");
      expect(await worker.exited).toBe(0);
      expect(worker.out).toContain("--max-run-time TIME");
    });

    test("a database that does not exist, and a password that is wrong, end with 2", async () => {
      const nowhere = project.start(databaseUrl(server.url, "queuegen_test_nowhere"));
      await expectMistake(nowhere, "the database refuses the connection: Unknown database 'queuegen_test_nowhere'");
      const url = new URL(database.url);
      url.username = "nobody";
      url.password = "s3cret";
      const stranger = project.start(url.href);
      expect(await stranger.exited).toBe(2);
      expect(stranger.err).toMatch(/^the database refuses the connection: Access denied for user 'nobody'@.*\n$/);
    });

    test("a server that cannot be reached is waited for, with a line for each try, until a signal ends it with 0", async () => {
      const worker = project.start(`mysql://root@127.0.0.1:${await closedPort()}/app`);
      await worker.wrote("ECONNREFUSED");
      const signalled = performance.now();
      worker.kill("SIGTERM");
      expect(await worker.exited).toBe(0);
      expect(performance.now() - signalled).toBeLessThan(2_000);
      expect(worker.err).not.toContain("    at ");
    });
  });

  describe("on its tables", () => {
    const database = freshDatabase(server);
    const project = workerProject();
    beforeAll(async () => {
      expect(await project.queuegen(database.url, "migrate", "up")).toMatchObject({ code: 0 });
    });
    const add = (payload: string) =>
      database.query("INSERT INTO notify_task (create_time, payload) VALUES (1, ?)", [JSON.stringify(payload)]);

    test.each(["SIGTERM", "SIGINT"] as const)("%s ends it with 0", async (signal) => {
      await add("short");
      const worker = project.start(database.url);
      await worker.wrote("handling");
      worker.kill(signal);
      expect(await worker.exited).toBe(0);
      expect(await database.query("SELECT COUNT(*) AS n FROM notify_task WHERE status = 1")).toEqual([{ n: 0 }]);
    });

    test.each([
      ["SIGTERM", 143],
      ["SIGINT", 130],
    ] as const)("a second %s ends it with %i, though its handler goes on", async (signal, code) => {
      await add("deaf");
      const worker = project.start(database.url);
      await worker.wrote("handling");
      worker.kill(signal);
      await worker.wrote("stopping: 1 running");
      worker.kill(signal);
      expect(await worker.exited).toBe(code);
      await database.query("DELETE FROM notify_task");
    });

    test("a restart mark ends it with 75", async () => {
      await add("short");
      const worker = project.start(database.url);
      // Before its first claim it has read the mark that was for its predecessors.
      await worker.wrote("handling");
      await database.query(
        "INSERT INTO queuegen_control (queue, restart_at) VALUES ('notify', 1) ON DUPLICATE KEY UPDATE restart_at = 1",
      );
      expect(await worker.exited).toBe(75);
      expect(worker.err).toContain("restart requested");
    });

    test.each([["--max-jobs=1"], ["--max-age=500ms"]])("%s ends it with 75", async (flag) => {
      await add("short");
      const worker = project.start(database.url, flag);
      expect(await worker.exited).toBe(75);
      expect(worker.err).toContain("is reached: this process makes room for a fresh one");
      expect(await database.query("SELECT COUNT(*) AS n FROM notify_task WHERE status = 1")).toEqual([{ n: 0 }]);
    });

    test("--once on a table that lacks a column ends with 2, the reason, and no stack", async () => {
      await add("short");
      await database.query("ALTER TABLE notify_task RENAME COLUMN payload TO load_");
      const worker = project.start(database.url, "--once");
      expect(await worker.exited).toBe(2);
      await database.query("ALTER TABLE notify_task RENAME COLUMN load_ TO payload");
      expect(worker.err).toMatch(/^queue notify: cannot claim: Unknown column 'payload' in .*`queuegen migrate up`/m);
      expect(worker.err).not.toContain("    at ");
      await database.query("DELETE FROM notify_task");
    });

    test.each([["--once"], ["--max-run-time=1s"]])("%s ends it with 0", async (flag) => {
      await add("short");
      const worker = project.start(database.url, flag);
      expect(await worker.exited).toBe(0);
      expect(worker.out).toContain("handling");
    });
  });
});

/** A port of this machine that nobody listens on. */
function closedPort(): Promise<number> {
  const listener = createServer();
  return new Promise((resolve) => {
    listener.listen(0, "127.0.0.1", () => {
      const { port } = listener.address() as { readonly port: number };
      listener.close(() => resolve(port));
    });
  });
}

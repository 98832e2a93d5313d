import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NOTIFY } from "../../packages/migrations/src/fixtures.js";
import { databaseUrl, eachServer, freshDatabase } from "../services/database.js";
import { startProxy } from "../services/proxy.js";
import { startCli, writeHandWritten, writeMigrations } from "./cli.js";
import { createFolders, down, handWritten, status, up } from "./runner.js";

/** More statements than one run of the runner sends. */
const ENOUGH = 60;

eachServer((server) => {
  describe("a runner that is killed", () => {
    const database = freshDatabase(server);
    const folders = createFolders(NOTIFY);
    let cwd = "";
    beforeEach(async () => {
      cwd = await mkdtemp(join(tmpdir(), "queuegen-killed-"));
      await writeMigrations(cwd, NOTIFY);
    });
    afterEach(() => rm(cwd, { recursive: true }));

    it("leaves what the next run finishes, before whichever statement it dies", { timeout: 300_000 }, async () => {
      const killedBefore: string[] = [];
      for (let nth = 1; nth <= ENOUGH; nth++) {
        const statement = await killedBeforeStatement(nth);
        if (statement === undefined) break;
        killedBefore.push(statement);
        await up(database.url, folders, { lockWaitMs: 10_000 });
        expect(await status(database.url, folders)).toEqual(folders.map(({ name }) => `${name} applied`));
        for (const _ of folders) await down(database.url, folders);
      }
      // Before the ledger row of each statement: the table is there, and the ledger does not know it yet.
      expect(killedBefore.filter((sql) => sql.includes("SET finished_ms"))).toHaveLength(3);
      expect(killedBefore.filter((sql) => sql.startsWith("CREATE TABLE"))).toHaveLength(3);
      expect(killedBefore.length).toBeLessThan(ENOUGH);
    });

    it("leaves a change of a table that is under way to the server, and the next run finds it done", {
      timeout: 120_000,
    }, async () => {
      const name = "20260501000000_by_text";
      await up(database.url, folders);
      await database.query(
        "INSERT INTO notify_task (create_time, user_id, payload) VALUES (0, 1, '{}'), (0, 1, '{}'), (0, 1, '{}'), (0, 1, '{}')",
      );
      for (let rows = 4; rows < 130_000; rows *= 2) {
        await database.query(
          "INSERT INTO notify_task (create_time, user_id, payload) SELECT 0, id, '{}' FROM notify_task",
        );
      }
      // A copy of the table takes the server long enough to be caught at it.
      const change =
        "ALTER TABLE `notify_task` ADD COLUMN `extra` varchar(200) NOT NULL DEFAULT 'x' FIRST, ALGORITHM=COPY";
      await writeHandWritten(cwd, handWritten(name, `${change};\n`));
      const { child, done } = startCli(cwd, ["migrate", "up"], { DATABASE_URL: database.url });
      await untilRunning("ALTER TABLE");
      child.kill("SIGKILL");
      await done;
      const all = [...folders, handWritten(name, `${change};\n`)];
      expect((await status(database.url, all)).at(-1)).toBe(`${name} half up 0/1`);
      expect(await up(database.url, all, { lockWaitMs: 60_000 })).toEqual([name]);
      const [column] = await database.query<{ n: number }>(
        "SELECT COUNT(*) AS n FROM information_schema.columns WHERE table_schema = DATABASE() AND column_name = 'extra'",
      );
      expect(column).toEqual({ n: 1 });
    });

    async function untilRunning(start: string): Promise<void> {
      for (;;) {
        const rows = await database.query<{ Info: string | null }>("SHOW FULL PROCESSLIST");
        if (rows.some(({ Info }) => Info?.startsWith(start))) return;
        // The server has no event for "statement begun": look again.
        await database.query("DO SLEEP(0.005)");
      }
    }

    /** SIGKILL while its n-th statement is on the way; `undefined` when it sends fewer and ends well. */
    async function killedBeforeStatement(nth: number): Promise<string | undefined> {
      const proxy = await startProxy(server.url);
      try {
        const reached = proxy.stallAt(nth);
        const url = databaseUrl(proxy.url, database.name);
        const { child, done } = startCli(cwd, ["migrate", "up"], { DATABASE_URL: url });
        const statement = await Promise.race([reached, done]);
        if (typeof statement !== "string") {
          expect(statement).toMatchObject({ code: 0, err: "" });
          return undefined;
        }
        child.kill("SIGKILL");
        await done;
        return statement;
      } finally {
        await proxy.close();
      }
    }
  });
});

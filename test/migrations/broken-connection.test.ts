import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NOTIFY } from "../../packages/migrations/src/fixtures.js";
import { databaseUrl, eachServer, freshDatabase } from "../services/database.js";
import { startProxy, type TcpProxy } from "../services/proxy.js";
import { createFolders, down, handWritten, resolve, status, up } from "./runner.js";

/** More than a run of two migrations sends: lock, ledger, three statements with two ledger writes each, looks. */
const ENOUGH = 60;

eachServer((server) => {
  describe("a migration whose connection breaks", () => {
    const database = freshDatabase(server);
    const folders = createFolders(NOTIFY);
    let proxy: TcpProxy;
    let url = "";

    beforeEach(async () => {
      // One proxy a test: a trap that was not sprung must not wait for the next one.
      proxy = await startProxy(server.url);
      url = databaseUrl(proxy.url, database.name);
      const rows = await database.query<{ name: string }>(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()",
      );
      for (const { name } of rows) await database.query("DROP TABLE ??", [name]);
    });
    afterEach(() => proxy.close());

    it("is finished by the next run, at whichever statement the reply was lost", async () => {
      const lost: string[] = [];
      for (let nth = 1; nth <= ENOUGH; nth++) {
        const dropped = proxy.dropReply(nth);
        const result = await up(url, folders).then(() => "whole", String);
        if (result === "whole") break;
        lost.push(await dropped);
        await up(database.url, folders, { lockWaitMs: 10_000 });
        expect(await status(database.url, folders)).toEqual(folders.map(({ name }) => `${name} applied`));
        for (const _ of folders) await down(database.url, folders);
      }
      expect(lost.filter((sql) => sql.startsWith("CREATE TABLE"))).toHaveLength(3);
      expect(lost.filter((sql) => sql.includes("SET finished_ms"))).toHaveLength(3);
      expect(lost.length).toBeLessThan(ENOUGH);
    });

    it("is reverted by the next run, at whichever statement the reply was lost", async () => {
      let lost = 0;
      for (let nth = 1; nth <= ENOUGH; nth++) {
        await up(database.url, folders, { lockWaitMs: 10_000 });
        const dropped = proxy.dropReply(nth);
        const result = await down(url, folders).then(() => "whole", String);
        if (result === "whole") break;
        await dropped;
        lost += 1;
        // Where the last reply that was lost was that of the last write, the migration is reverted already.
        const support = folders[1]?.name;
        if ((await status(database.url, folders))[1] !== `${support} pending`) {
          expect(await down(database.url, folders, { lockWaitMs: 10_000 })).toBe(support);
        }
        expect(await status(database.url, folders)).toEqual([`${folders[0]?.name} applied`, `${support} pending`]);
      }
      expect(lost).toBeGreaterThan(8);
      expect(lost).toBeLessThan(ENOUGH);
    });

    it("says which statement was cut off and leaves its ledger row open", async () => {
      const dropped = proxy.dropReply(1, /^CREATE TABLE `notify_task`/);
      await expect(up(url, folders)).rejects.toThrow(
        /migration-connection-lost: statement 1 of \d+_create_notify\/up\.sql was cut off while it ran, 0 of 1 applied/,
      );
      await dropped;
      expect(await status(database.url, folders.slice(0, 1))).toEqual([`${folders[0]?.name} half up 0/1`]);
    });

    it("does not take a table for its own that looks otherwise", async () => {
      const dropped = proxy.dropReply(1, /^CREATE TABLE `notify_task`/);
      await expect(up(url, folders)).rejects.toThrow("migration-connection-lost");
      await dropped;
      await database.query("ALTER TABLE notify_task MODIFY channel varchar(17) NOT NULL");
      const error = await up(database.url, folders, { lockWaitMs: 10_000 }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        diagnostics: [
          {
            code: "migration-table-differs",
            hint: expect.stringMatching(/expected .*varchar\(16\)[\s\S]*found .*varchar\(17\)/),
          },
        ],
      });
    });

    it("recognises its table although rows are in it by now", async () => {
      const dropped = proxy.dropReply(1, /^CREATE TABLE `notify_task`/);
      await expect(up(url, folders)).rejects.toThrow("migration-connection-lost");
      await dropped;
      await database.query("INSERT INTO notify_task (create_time, user_id, payload) VALUES (0, 1, '{}')");
      expect(await up(database.url, folders, { lockWaitMs: 10_000 })).toHaveLength(2);
      expect(await database.query("SELECT COUNT(*) AS n FROM notify_task")).toEqual([{ n: 1 }]);
    });

    describe("in statements that change a table or its rows", () => {
      const steps = [
        "CREATE TABLE `t` (a int)",
        "INSERT INTO t VALUES (1), (2)",
        "ALTER TABLE `t` ADD COLUMN b int NOT NULL DEFAULT 7, ADD KEY by_b (b)",
        "UPDATE t SET b = b + 1",
        "CREATE INDEX by_a ON t (a)",
        "ALTER TABLE t RENAME TO u",
        "DELETE FROM u WHERE a = 2",
      ];
      const folder = handWritten("20260501000000_steps", `${steps.join(";\n")};\n`);

      async function expectWhole(): Promise<void> {
        expect(await status(database.url, [folder])).toEqual([`${folder.name} applied`]);
        expect(await database.query("SELECT a, b FROM u ORDER BY a")).toEqual([{ a: 1, b: 8 }]);
        const [table] = await database.query<{ "Create Table": string }>("SHOW CREATE TABLE u");
        expect(table?.["Create Table"]).toMatch(/KEY `by_b` [\s\S]*KEY `by_a`/);
        await database.query("DROP TABLE u, queuegen_migrations");
      }

      it("does each of them exactly once, at whichever statement the reply was lost", {
        timeout: 120_000,
      }, async () => {
        const lost: string[] = [];
        for (let nth = 1; nth <= 2 * ENOUGH; nth++) {
          const dropped = proxy.dropReply(nth);
          const result = await up(url, [folder]).then(() => "whole", String);
          if (result !== "whole") lost.push(await dropped);
          if (result !== "whole") await up(database.url, [folder], { lockWaitMs: 10_000 });
          await expectWhole();
          if (result === "whole") break;
        }
        for (const sql of steps) expect(lost).toContain(sql);
        expect(lost.filter((sql) => sql === "COMMIT")).toHaveLength(3);
      });

      it("does each of them exactly once, at whichever statement never arrived", { timeout: 120_000 }, async () => {
        const lost: string[] = [];
        for (let nth = 1; nth <= 2 * ENOUGH; nth++) {
          const dropped = proxy.dropStatement(nth);
          const result = await up(url, [folder]).then(() => "whole", String);
          if (result !== "whole") lost.push(await dropped);
          if (result !== "whole") await up(database.url, [folder], { lockWaitMs: 10_000 });
          await expectWhole();
          if (result === "whole") break;
        }
        for (const sql of steps) expect(lost).toContain(sql);
      });

      it("does them exactly once where the server ended the statement", async () => {
        const slow = handWritten(
          "20260501000000_slow",
          "CREATE TABLE u (a int, b int, KEY by_b (b), KEY by_a (a));\nINSERT INTO u SELECT 1, 8 + SLEEP(30);\n",
        );
        const run = up(url, [slow]).catch(String);
        const statement = await running(/^INSERT INTO u/);
        await database.query(`KILL ${statement}`);
        expect(await run).toContain("migration-connection-lost");
        expect(await database.query("SELECT a FROM u")).toEqual([]);
        const quick = { ...slow, up: slow.up.replace("SLEEP(30)", "SLEEP(0)") };
        expect(await up(database.url, [quick], { lockWaitMs: 10_000 })).toEqual([slow.name]);
        expect(await database.query("SELECT a, b FROM u")).toEqual([{ a: 1, b: 8 }]);
      });

      /** The id of the connection that runs such a statement. */
      async function running(pattern: RegExp): Promise<number> {
        for (;;) {
          const rows = await database.query<{ Id: number; Info: string | null }>("SHOW FULL PROCESSLIST");
          const found = rows.find(({ Info }) => pattern.test(Info ?? ""));
          if (found) return found.Id;
          // The server has no event for "statement begun": look again.
          await database.query("DO SLEEP(0.02)");
        }
      }
    });

    it("asks a person where a look cannot tell, with the commands that answer", async () => {
      const text = "CREATE TABLE `t` (a int);\nCREATE VIEW v AS SELECT a FROM t;\nINSERT INTO t VALUES (2);\n";
      const folder = handWritten("20260501000000_view", text);
      const dropped = proxy.dropReply(1, /^CREATE VIEW /);
      await expect(up(url, [folder])).rejects.toThrow("migration-connection-lost");
      await dropped;
      const error = await up(database.url, [folder], { lockWaitMs: 10_000 }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        diagnostics: [
          {
            code: "migration-in-doubt",
            hint: expect.stringContaining(
              `If it took effect:\n  queuegen migrate resolve ${folder.name} --step 2 --applied\nIf it did not:\n  queuegen migrate resolve ${folder.name} --step 2 --reverted\n`,
            ),
          },
        ],
      });
      await resolve(database.url, [folder], folder.name, { as: "applied", step: 2 });
      expect(await up(database.url, [folder])).toEqual([folder.name]);
      expect(await database.query("SELECT a FROM v")).toEqual([{ a: 2 }]);
      await database.query("DROP VIEW v");
    });
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NOTIFY } from "../../packages/migrations/src/fixtures.js";
import { databaseUrl, eachServer, freshDatabase } from "../services/database.js";
import { startProxy, type TcpProxy } from "../services/proxy.js";
import { createFolders, down, handWritten, status, up } from "./runner.js";

/** More than a run of two migrations sends: lock, ledger, three statements with two ledger writes each, looks. */
const ENOUGH = 40;

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

    it("asks a person where a look cannot tell, with the statements to run", async () => {
      const text = "CREATE TABLE `t` (a int);\nINSERT INTO t VALUES (1);\nINSERT INTO t VALUES (2);\n";
      const folder = handWritten("20260501000000_rows", text);
      const dropped = proxy.dropReply(1, /^INSERT INTO t /);
      await expect(up(url, [folder])).rejects.toThrow("migration-connection-lost");
      await dropped;
      const error = await up(database.url, [folder], { lockWaitMs: 10_000 }).catch((thrown: unknown) => thrown);
      const [diagnostic] = (error as { diagnostics: { code: string; hint: string }[] }).diagnostics;
      expect(diagnostic?.code).toBe("migration-in-doubt");
      const tookEffect = diagnostic?.hint.split("\n").find((line) => line.includes("UPDATE")) ?? "";
      await database.query(tookEffect);
      expect(await up(database.url, [folder])).toEqual([folder.name]);
      expect(await database.query("SELECT a FROM t ORDER BY a")).toEqual([{ a: 1 }, { a: 2 }]);
    });
  });
});

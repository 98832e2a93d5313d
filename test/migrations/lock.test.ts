import { hostname } from "node:os";
import { createConnection } from "mysql2/promise";
import { describe, expect, it } from "vitest";
import { NOTIFY } from "../../packages/migrations/src/fixtures.js";
import { eachServer, freshDatabase } from "../services/database.js";
import { createFolders, down, handWritten, resolve, status, up } from "./runner.js";

eachServer((server) => {
  describe("migration lock", () => {
    const database = freshDatabase(server);
    const folders = createFolders(NOTIFY);

    async function heldByOther<Result>(
      work: (id: number, release: () => Promise<void>) => Promise<Result>,
    ): Promise<Result> {
      const other = await createConnection({ uri: database.url });
      try {
        await other.query("DO GET_LOCK(?, 0)", [`queuegen migrate ${database.name}`]);
        const [[row]] = (await other.query("SELECT CONNECTION_ID() AS id")) as unknown as [[{ id: number }]];
        return await work(row.id, () => other.end());
      } finally {
        other.destroy();
      }
    }

    it("gives up after the wait it was given and names who holds it", async () => {
      await heldByOther(async (id) => {
        const begun = performance.now();
        await expect(up(database.url, folders, { lockWaitMs: 1_000 })).rejects.toThrow(
          new RegExp(`migration-lock-held: .*connection ${id} \\(root from [\\w.]+:\\d+\\).* more than 1 s`),
        );
        expect(performance.now() - begun).toBeLessThan(4_000);
        await expect(down(database.url, folders, { lockWaitMs: 0 })).rejects.toThrow("migration-lock-held");
      });
      expect(await status(database.url, folders)).toEqual(folders.map(({ name }) => `${name} pending`));
    });

    it("goes on as soon as the holder is gone, having told whom it waits for", async () => {
      await heldByOther(async (id, release) => {
        const holders: string[] = [];
        const applied = await up(database.url, folders, {
          lockWaitMs: 30_000,
          report: (event) => {
            if (event.kind !== "waiting") return;
            holders.push(event.holder);
            void release();
          },
        });
        expect(applied).toHaveLength(2);
        expect(holders).toEqual([expect.stringContaining(`connection ${id} `)]);
      });
    });

    it("names the process, the machine and the time of a runner that holds it", async () => {
      const holders: string[] = [];
      const gate = `${database.name}_gate`;
      const slow = handWritten("20270101000000_slow", `DO GET_LOCK('${gate}', 60);\n`);
      await database.query("DO GET_LOCK(?, 0)", [gate]);
      const first = up(database.url, [...folders, slow]);
      await ledgerSays("SELECT 1 FROM queuegen_migrations WHERE migration = ?", slow.name);
      const second = up(database.url, [...folders, slow], {
        lockWaitMs: 30_000,
        report: (event) => {
          if (event.kind !== "waiting") return;
          holders.push(event.holder);
          void database.query("DO RELEASE_LOCK(?)", [gate]);
        },
      });
      await Promise.all([first, second]);
      const who = `process ${process.pid} on ${hostname().replaceAll(".", "\\.")}`;
      expect(holders).toEqual([
        expect.stringMatching(
          new RegExp(
            `^connection \\d+ \\(root from [^)]+\\), ${who} since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC$`,
          ),
        ),
      ]);
      await resolve(database.url, [...folders, slow], slow.name, { as: "reverted" });
    });

    async function ledgerSays(sql: string, ...values: readonly unknown[]): Promise<void> {
      for (;;) {
        const rows = await database.query(sql, values).catch(() => []);
        if (rows.length > 0) return;
        // The server has no event for "row written": look again.
        await database.query("DO SLEEP(0.02)");
      }
    }

    it("stops waiting when asked, and says for whom it waited", async () => {
      await heldByOther(async (id) => {
        const stop = new AbortController();
        const report = (): void => stop.abort();
        await expect(up(database.url, folders, { lockWaitMs: 60_000, report, signal: stop.signal })).rejects.toThrow(
          `migration-interrupted: stopped while it waited for connection ${id} (root`,
        );
      });
    });

    it("lets three runners at once apply everything exactly once", async () => {
      while ((await down(database.url, folders)) !== undefined);
      const results = await Promise.all([1, 2, 3].map(() => up(database.url, folders, { lockWaitMs: 30_000 })));
      expect(results.flat().sort()).toEqual(folders.map(({ name }) => name));
    });

    it("is left out when asked, for servers that have none", async () => {
      while ((await down(database.url, folders)) !== undefined);
      await heldByOther(async () => {
        expect(await up(database.url, folders, { lockWaitMs: 0, lock: false })).toHaveLength(2);
      });
    });

    it("does not keep another database waiting", async () => {
      await heldByOther(async () => {
        await database.query("CREATE DATABASE IF NOT EXISTS ??", [`${database.name}_2`]);
        try {
          expect(await up(`${database.url}_2`, folders, { lockWaitMs: 0 })).toHaveLength(2);
        } finally {
          await database.query("DROP DATABASE ??", [`${database.name}_2`]);
        }
      });
    });
  });
});

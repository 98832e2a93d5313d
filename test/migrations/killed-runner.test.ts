import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NOTIFY } from "../../packages/migrations/src/fixtures.js";
import { databaseUrl, eachServer, freshDatabase } from "../services/database.js";
import { startProxy } from "../services/proxy.js";
import { startCli, writeMigrations } from "./cli.js";
import { createFolders, down, status, up } from "./runner.js";

/** More statements than one run of the runner sends. */
const ENOUGH = 40;

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

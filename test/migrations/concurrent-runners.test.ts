import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NOTIFY } from "../../packages/migrations/src/fixtures.js";
import { eachServer, freshDatabase } from "../services/database.js";
import { cli, startCli, writeMigrations } from "./cli.js";

const RUNNERS = 6;

eachServer((server) => {
  describe("several runners on one database", () => {
    const database = freshDatabase(server);
    let cwd = "";
    beforeAll(async () => {
      cwd = await mkdtemp(join(tmpdir(), "queuegen-runners-"));
      await writeMigrations(cwd, NOTIFY);
    });
    afterAll(() => rm(cwd, { recursive: true }));

    const env = { DATABASE_URL: database.url };

    it("apply each migration exactly once; the others wait and find nothing pending", {
      timeout: 120_000,
    }, async () => {
      const results = await Promise.all(
        Array.from({ length: RUNNERS }, () => cli(cwd, ["migrate", "up", "--wait", "60"], env)),
      );
      expect(results.map(({ code }) => code)).toEqual(Array(RUNNERS).fill(0));
      const applied = results.map(({ out }) => out.match(/^applied {2}/gm)?.length ?? 0).sort();
      expect(applied).toEqual([0, 0, 0, 0, 0, 2]);
      expect(results.filter(({ out }) => out.includes("nothing was pending"))).toHaveLength(RUNNERS - 1);
      // Every runner's own words: whoever waited was told for whom.
      const waited = results.filter(({ err }) => err !== "");
      for (const { err } of waited)
        expect(err).toMatch(/^waiting for (connection \d+|a connection that has just ended)/);
      const [row] = await database.query<{ n: number }>("SELECT COUNT(*) AS n FROM queuegen_migrations");
      expect(row).toEqual({ n: 3 });
    });

    it("Ctrl-C ends a runner that waits, with 130, and it has changed nothing", async () => {
      await database.query("DO GET_LOCK(?, 0)", [`queuegen migrate ${database.name}`]);
      try {
        const { child, done } = startCli(cwd, ["migrate", "up", "--wait", "600"], env);
        await new Promise<void>((told) =>
          child.stderr?.on("data", (text: string) => text.includes("waiting for") && told()),
        );
        child.kill("SIGINT");
        const { code, err, out } = await done;
        expect({ code, out }).toEqual({ code: 130, out: "" });
        expect(err).toMatch(
          /migration-interrupted {2}stopped while it waited for connection \d+ \(root from [^)]+\); nothing was changed/,
        );
      } finally {
        await database.query("DO RELEASE_LOCK(?)", [`queuegen migrate ${database.name}`]);
      }
    });
  });
});

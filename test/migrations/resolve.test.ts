import { beforeEach, describe, expect, it } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { down, handWritten, resolve, status, up } from "./runner.js";

const NAME = "20260401000000_two";
const TWO = handWritten(NAME, "CREATE TABLE a (x int);\nCREATE TABLE b (x int);\n", "DROP TABLE b;\nDROP TABLE a;\n");
const BROKEN = { ...TWO, up: TWO.up.replace("b (x int)", "b (x nonsense)") };

eachServer((server) => {
  describe("migrate resolve", () => {
    const database = freshDatabase(server);
    const url = database.url;
    beforeEach(() => database.query("DROP TABLE IF EXISTS a, b, queuegen_migrations"));

    async function tables(): Promise<readonly string[]> {
      const rows = await database.query<{ name: string }>(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name IN ('a', 'b') ORDER BY 1",
      );
      return rows.map(({ name }) => name);
    }

    /** What was said by hand, in order. */
    async function said(): Promise<readonly string[]> {
      const rows = await database.query<{ note: string }>(
        "SELECT note FROM queuegen_migrations WHERE direction = 'mark' ORDER BY migration, step",
      );
      return rows.map(({ note }) => note);
    }

    it("takes what somebody made by hand for applied, and runs nothing", async () => {
      expect(await resolve(url, [TWO], NAME, { as: "applied" })).toEqual([`${NAME} pending`, `${NAME} applied`]);
      expect(await up(url, [TWO])).toEqual([]);
      expect(await tables()).toEqual([]);
      expect(await said()).toEqual(["applied by hand: alice on web-1; was not applied"]);
    });

    it("finishes by hand what a failed run has begun", async () => {
      await expect(up(url, [BROKEN])).rejects.toThrow("migration-failed");
      expect(await status(url, [TWO])).toEqual([`${NAME} half up 1/2`]);
      expect(await resolve(url, [TWO], NAME, { as: "applied", step: 2 })).toEqual([
        `${NAME} half up 1/2`,
        `${NAME} applied`,
      ]);
      expect(await said()).toEqual([
        "statement 2 applied by hand: alice on web-1; was half applied, 1 of 2 statements",
      ]);
    });

    it("cleans up by hand what a failed run has begun, so that it begins anew", async () => {
      await expect(up(url, [BROKEN])).rejects.toThrow("migration-failed");
      await database.query("DROP TABLE a");
      expect(await resolve(url, [TWO], NAME, { as: "reverted" })).toEqual([`${NAME} half up 1/2`, `${NAME} pending`]);
      expect(await up(url, [TWO])).toEqual([NAME]);
      expect(await tables()).toEqual(["a", "b"]);
    });

    it("accepts an edited file for what the database has", async () => {
      await up(url, [TWO]);
      const edited = { ...TWO, up: `-- words\n${TWO.up}` };
      expect(await status(url, [edited])).toEqual([`${NAME} changed`]);
      expect(await resolve(url, [edited], NAME, { as: "applied" })).toEqual([`${NAME} changed`, `${NAME} applied`]);
      expect((await said())[0]).toMatch(/was applied from another up\.sql, SHA-256 [0-9a-f]{64}$/);
    });

    it("forgets a migration whose folder is gone", async () => {
      await up(url, [TWO]);
      expect(await resolve(url, [], NAME, { as: "reverted" })).toEqual([`${NAME} missing`, undefined]);
      expect(await status(url, [])).toEqual([]);
      expect(await said()).toHaveLength(1);
    });

    it("goes on with a revert where it was told that a statement has run", async () => {
      const stuck = { ...TWO, down: "DROP TABLE b;\nDROP nonsense;\n" };
      await up(url, [stuck]);
      await expect(down(url, [stuck])).rejects.toThrow("1 of 2 applied");
      await expect(up(url, [TWO])).rejects.toThrow("migration-half-reverted");
      expect(await resolve(url, [TWO], NAME, { as: "reverted", step: 2 })).toEqual([
        `${NAME} half down 1/2`,
        `${NAME} pending`,
      ]);
    });

    it("refuses what makes no sense, shows the ledger's view and changes nothing", async () => {
      await up(url, [TWO]);
      const problem = (resolution: Parameters<typeof resolve>[3], name = NAME): Promise<unknown> =>
        resolve(url, [TWO], name, resolution).catch((error: { diagnostics: unknown }) => error.diagnostics);
      expect(await problem({ as: "applied" })).toMatchObject([
        {
          code: "migration-not-resolved",
          message: `cannot mark ${NAME} as applied: it is applied already`,
          hint: expect.stringMatching(/The ledger says: applied \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\.$/),
        },
      ]);
      expect(await problem({ as: "reverted", step: 1 })).toMatchObject([
        { message: expect.stringContaining("statement 2 was sent after it") },
      ]);
      expect(await problem({ as: "reverted" }, "20260401000000_tow")).toMatchObject([
        { hint: `Did you mean "${NAME}"?` },
      ]);
      expect(await status(url, [TWO])).toEqual([`${NAME} applied`]);
      expect(await said()).toEqual([]);
    });

    it("keeps what was said by hand when the migration is reverted later", async () => {
      await resolve(url, [TWO], NAME, { as: "applied" });
      await resolve(url, [TWO], NAME, { as: "reverted" });
      await up(url, [TWO]);
      await down(url, [TWO]);
      expect(await said()).toHaveLength(2);
      expect(await status(url, [TWO])).toEqual([`${NAME} pending`]);
    });
  });
});

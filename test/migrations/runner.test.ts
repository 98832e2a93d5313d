import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readMigrations } from "@queuegen/migrations";
import type { RunnerEvent } from "@queuegen/migrations/apply";
import { beforeEach, describe, expect, it } from "vitest";
import { NOTIFY } from "../../packages/migrations/src/fixtures.js";
import { eachServer, freshDatabase } from "../services/database.js";
import { writeHandWritten } from "./cli.js";
import { createFolders, down, handWritten, status, up } from "./runner.js";

const CREATE = "20260301120000_create_notify";
const SUPPORT = "20260301120000_queuegen_support";

eachServer((server) => {
  describe("migration runner", () => {
    const database = freshDatabase(server);
    const folders = createFolders(NOTIFY);

    beforeEach(async () => {
      for (const table of await tables()) await database.query(`DROP TABLE \`${table}\``);
    });

    async function tables(): Promise<readonly string[]> {
      const rows = await database.query<{ name: string }>(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1",
      );
      return rows.map(({ name }) => name);
    }

    it("applies what is pending, once", async () => {
      expect(await status(database.url, folders)).toEqual([`${CREATE} pending`, `${SUPPORT} pending`]);
      expect(await tables()).toEqual([]);
      expect(await up(database.url, folders)).toEqual([CREATE, SUPPORT]);
      expect(await tables()).toEqual(["notify_task", "queuegen_control", "queuegen_lease", "queuegen_migrations"]);
      expect(await status(database.url, folders)).toEqual([`${CREATE} applied`, `${SUPPORT} applied`]);
      expect(await up(database.url, folders)).toEqual([]);
    });

    it("says how far a failed migration came and goes on there", async () => {
      const name = "20260401000000_two_steps";
      const broken = handWritten(name, "CREATE TABLE `first` (a int);\nCREATE TABLE second (a nonsense);\n");
      await expect(up(database.url, [broken])).rejects.toThrow(
        /statement 2 of .*up\.sql failed, 1 of 2 applied: \d{4} /,
      );
      expect(await status(database.url, [broken])).toEqual([`${name} half up 1/2`]);
      const mended = handWritten(name, "CREATE TABLE `first` (a int);\nCREATE TABLE `second` (a int);\n");
      expect(await up(database.url, [mended])).toEqual([name]);
      expect(await status(database.url, [mended])).toEqual([`${name} applied`]);
      expect(await up(database.url, [mended])).toEqual([]);
    });

    it("refuses to go on when a statement that has run was edited", async () => {
      const name = "20260401000000_two_steps";
      await expect(
        up(database.url, [handWritten(name, "CREATE TABLE `first` (a int);\nnonsense;\n")]),
      ).rejects.toThrow();
      const edited = handWritten(name, "CREATE TABLE `first` (b int);\nCREATE TABLE `second` (a int);\n");
      await expect(up(database.url, [edited])).rejects.toThrow("migration-changed");
      expect(await tables()).toEqual(["first", "queuegen_migrations"]);
    });

    it("applies a late older migration", async () => {
      await up(database.url, folders);
      const late = handWritten("20250101000000_late", "CREATE TABLE `late` (a int);\n");
      expect(await up(database.url, [late, ...folders])).toEqual([late.name]);
      expect(await tables()).toContain("late");
    });

    it("refuses a changed file and names both checksums", async () => {
      await up(database.url, folders);
      const [create, support] = folders as [(typeof folders)[0], (typeof folders)[0]];
      const changed = [{ ...create, up: create.up.replace("varchar(16)", "varchar(17)") }, support];
      await expect(up(database.url, changed)).rejects.toThrow(
        /migration-changed: .*SHA-256 is [0-9a-f]{64}, applied was [0-9a-f]{64}$/,
      );
      expect(await status(database.url, changed)).toEqual([`${CREATE} changed`, `${SUPPORT} applied`]);
    });

    it("takes CRLF and a byte order mark for the same file", async () => {
      await up(database.url, folders);
      const checkedOut = folders.map((one) => ({ ...one, up: `\ufeff${one.up.replaceAll("\n", "\r\n")}` }));
      expect(await up(database.url, checkedOut)).toEqual([]);
    });

    it("takes a checkout with CRLF and a byte order mark for the same migration, statement for statement", async () => {
      const dir = await mkdtemp(join(tmpdir(), "queuegen-crlf-"));
      try {
        const text = "\ufeffCREATE TABLE `first` (\r\n  a int -- a word\r\n);\r\nINSERT INTO `first` VALUES (1);\r\n";
        await writeHandWritten(dir, handWritten("20260101000000_crlf", text));
        const [read] = await readMigrations(join(dir, "migrations"), "folder");
        expect(await up(database.url, read ? [read] : [])).toEqual(["20260101000000_crlf"]);
        const unix = handWritten("20260101000000_crlf", text.replace("\ufeff", "").replaceAll("\r\n", "\n"));
        expect(await status(database.url, [unix])).toEqual(["20260101000000_crlf applied"]);
        expect(await up(database.url, [unix])).toEqual([]);
      } finally {
        await rm(dir, { recursive: true });
      }
    });

    it("runs what was written for a command-line client: DELIMITER, comments of every kind", async () => {
      const text = [
        "# made by hand;",
        "CREATE TABLE `first` (a int); /* done */",
        "DELIMITER $$ -- as in the client",
        "CREATE TRIGGER doubled BEFORE INSERT ON `first` FOR EACH ROW BEGIN",
        "  SET NEW.a = NEW.a * 2;",
        "  SET NEW.a = NEW.a + 0; -- a ; in a comment $",
        "END$$",
        "DELIMITER ;",
        "INSERT INTO `first` VALUES (21); -- ends here;",
        "",
      ].join("\n");
      expect(await up(database.url, [handWritten("20260101000000_client", text)])).toHaveLength(1);
      expect(await database.query("SELECT a FROM `first`")).toEqual([{ a: 42 }]);
    });

    it("says so when ledger and directory are not equal after the run", async () => {
      const forgetful = async (): Promise<void> => {
        await database.query("DELETE FROM queuegen_migrations WHERE migration = ?", [CREATE]);
      };
      let forgotten: Promise<void> | undefined;
      const slow = handWritten("20270101000000_slow", "DO SLEEP(1);\n");
      const report = (event: RunnerEvent): void => {
        if (event.kind === "applied" && event.name === SUPPORT) forgotten = forgetful();
      };
      await expect(up(database.url, [...folders, slow], { report })).rejects.toThrow(
        `migration-unequal: still not applied after the run: ${CREATE}`,
      );
      await forgotten;
    });

    it("refuses to run when the folder of an applied migration is gone", async () => {
      await up(database.url, folders);
      const fewer = [...folders.slice(1), handWritten("20270101000000_new", "CREATE TABLE `fresh` (a int);\n")];
      await expect(up(database.url, fewer)).rejects.toThrow(`migration-missing: migration ${CREATE} is applied`);
      expect(await tables()).not.toContain("fresh");
    });

    it("leaves alone a table of that name that no migration made", async () => {
      await database.query("CREATE TABLE notify_task (id int)");
      await expect(up(database.url, folders)).rejects.toThrow(/migration-table-exists: .*"notify_task".*already/);
      expect(await status(database.url, folders)).toEqual([`${CREATE} pending`, `${SUPPORT} pending`]);
      await database.query("DROP TABLE notify_task");
      expect(await up(database.url, folders)).toEqual([CREATE, SUPPORT]);
    });

    it("refuses a ledger that another tool made", async () => {
      await database.query("CREATE TABLE queuegen_migrations (id int, name varchar(9))");
      await expect(up(database.url, folders)).rejects.toThrow("ledger-not-ours");
      await expect(status(database.url, folders)).rejects.toThrow('it has no column "migration"');
      expect(await tables()).toEqual(["queuegen_migrations"]);
    });

    it("applies a file that holds only comments", async () => {
      const empty = handWritten("20260101000000_nothing", "-- nothing to do\n");
      expect(await up(database.url, [empty])).toEqual([empty.name]);
      expect(await status(database.url, [empty])).toEqual([`${empty.name} applied`]);
    });

    it("reads files the same way whatever sql_mode the server prefers", async () => {
      const text = "CREATE TABLE `modes` (`a` varchar(9) DEFAULT 'x\\'y');\nINSERT INTO modes VALUES (\"z\");\n";
      expect(await up(database.url, [handWritten("20260101000000_modes", text)])).toHaveLength(1);
      expect(await database.query("SELECT a FROM modes")).toEqual([{ a: "z" }]);
    });

    it("stops between two migrations when asked, and goes on later", async () => {
      const stop = new AbortController();
      const options = { signal: stop.signal, report: () => stop.abort() };
      await expect(up(database.url, folders, options)).rejects.toThrow("migration-interrupted");
      expect(await status(database.url, folders)).toEqual([`${CREATE} applied`, `${SUPPORT} pending`]);
      expect(await up(database.url, folders)).toEqual([SUPPORT]);
    });

    describe("down", () => {
      it("reverts the last migration, then the one before it, then nothing", async () => {
        await up(database.url, folders);
        expect(await down(database.url, folders)).toBe(SUPPORT);
        expect(await tables()).toEqual(["notify_task", "queuegen_migrations"]);
        expect(await status(database.url, folders)).toEqual([`${CREATE} applied`, `${SUPPORT} pending`]);
        expect(await down(database.url, folders)).toBe(CREATE);
        expect(await down(database.url, folders)).toBeUndefined();
        expect(await up(database.url, folders)).toEqual([CREATE, SUPPORT]);
      });

      it("keeps a table that has rows unless told to lose them", async () => {
        const only = folders.slice(0, 1);
        await up(database.url, only);
        await database.query("INSERT INTO notify_task (create_time, user_id, payload) VALUES (0, 1, '{}')");
        await expect(down(database.url, only)).rejects.toThrow(`would drop "notify_task" with the rows in it`);
        expect(await tables()).toContain("notify_task");
        expect(await down(database.url, only, { allowDestructive: ["drop-table"] })).toBe(CREATE);
        expect(await tables()).toEqual(["queuegen_migrations"]);
      });

      it("goes on where it broke off, and up waits for that", async () => {
        const broken = handWritten(
          "20260101000000_pair",
          "CREATE TABLE `a` (x int);\nCREATE TABLE `b` (x int);\n",
          "DROP TABLE `a`;\nDROP nonsense;\n",
        );
        await up(database.url, [broken]);
        await expect(down(database.url, [broken])).rejects.toThrow("1 of 2 applied");
        expect(await status(database.url, [broken])).toEqual([`${broken.name} half down 1/2`]);
        await expect(up(database.url, [broken])).rejects.toThrow("migration-half-reverted");
        const mended = { ...broken, down: "DROP TABLE `a`;\nDROP TABLE `b`;\n" };
        expect(await down(database.url, [mended])).toBe(broken.name);
        expect(await tables()).toEqual(["queuegen_migrations"]);
      });

      it("says so when a migration was made to stay", async () => {
        const stays = handWritten("20260101000000_stays", "CREATE TABLE `a` (x int);\n");
        await up(database.url, [stays]);
        await expect(down(database.url, [stays])).rejects.toThrow("its down.sql has no statements");
      });
    });
  });
});

import {
  type ChangeRequest,
  DESTRUCTIVE_CODES,
  type MigrationFolder,
  planChanges,
  planCreateMigrations,
} from "@queuegen/migrations";
import type { QueuegenError, QueueModel } from "@queuegen/model";
import { beforeEach, describe, expect, test } from "vitest";
import { column, NOTIFY } from "../../packages/migrations/src/fixtures.js";
import { eachServer, freshDatabase } from "../services/database.js";
import { createFolders, down, handWritten, PREFIX, status, up } from "./runner.js";

const ALLOWED: ChangeRequest = {
  target: "mysql57",
  renames: [],
  allowDestructive: DESTRUCTIVE_CODES,
  allowCopy: true,
};

/** The folders with the next migration of each queue that changed. */
function next(
  folders: readonly MigrationFolder[],
  models: readonly QueueModel[],
  rest: Partial<ChangeRequest> = {},
): readonly MigrationFolder[] {
  const { planned, problems } = planChanges(models, folders, new Date("2026-04-01T09:00:00Z"), { ...ALLOWED, ...rest });
  expect(problems).toEqual([]);
  return [...folders, ...planned.map(({ migration }) => migration)];
}

function changed(...columns: readonly ReturnType<typeof column>[]): QueueModel {
  const names = columns.map(({ name }) => name);
  return { ...NOTIFY, columns: [...NOTIFY.columns.filter(({ name }) => !names.includes(name)), ...columns] };
}

eachServer((server) => {
  describe("the next migration of a queue", () => {
    const database = freshDatabase(server);
    const first = createFolders(NOTIFY);

    beforeEach(async () => {
      const tables = await database.query<{ name: string }>(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()",
      );
      for (const { name } of tables) await database.query("DROP TABLE ??", [name]);
      await up(database.url, first);
      await database.query(
        "INSERT INTO notify_task (create_time, user_id, channel, payload) VALUES (1, 7, 'mail', '{}'), (2, 7, 'sms', '[]')",
      );
    });

    test("changes a table with rows, and takes only itself back", async () => {
      const folders = next(first, [changed(column("late", { kind: "date" }, { nullable: true }))]);
      expect(await up(database.url, folders)).toEqual(["20260401090000_notify_add_column_late"]);
      expect(await database.query("SELECT channel, late FROM notify_task ORDER BY id")).toEqual([
        { channel: "mail", late: null },
        { channel: "sms", late: null },
      ]);
      await database.query("UPDATE notify_task SET late = '2026-12-31'");
      await expect(down(database.url, folders)).rejects.toThrow(
        'would drop column "late" of "notify_task" with what the rows have in it',
      );
      expect(await database.query("SELECT COUNT(late) AS n FROM notify_task")).toEqual([{ n: 2 }]);
      expect(await down(database.url, folders, { allowDestructive: ["drop-column"] })).toBe(
        "20260401090000_notify_add_column_late",
      );
      expect(await database.query("SHOW COLUMNS FROM notify_task LIKE 'late'")).toEqual([]);
      expect(await database.query("SELECT COUNT(*) AS n FROM notify_task")).toEqual([{ n: 2 }]);
    });

    test("goes on with the statement that failed, once its cause is mended", async () => {
      const wider = changed(column("user_id", { kind: "varchar", length: 40 }));
      const indexes = [...NOTIFY.indexes, { name: "uniq_user", columns: ["user_id"], unique: true }];
      const folders = next(first, [{ ...wider, indexes }]);
      const name = folders.at(-1)?.name;
      await expect(up(database.url, folders)).rejects.toThrow(/statement 2 of .* failed, 1 of 2 applied: 1062/);
      expect((await status(database.url, folders)).at(-1)).toBe(`${name} half up 1/2`);
      await database.query("UPDATE notify_task SET user_id = '8' WHERE channel = 'sms'");
      expect(await up(database.url, folders)).toEqual([name]);
      expect(await database.query("SELECT user_id FROM notify_task ORDER BY id")).toEqual([
        { user_id: "7" },
        { user_id: "8" },
      ]);
      expect(await database.query("SHOW INDEX FROM notify_task WHERE Key_name = 'uniq_user'")).toHaveLength(1);
    });

    test("changes nothing where a row is in the way of a single statement", async () => {
      const indexes = [...NOTIFY.indexes, { name: "uniq_user", columns: ["user_id"], unique: true }];
      const folders = next(first, [{ ...changed(column("late", { kind: "date" }, { nullable: true })), indexes }]);
      await expect(up(database.url, folders)).rejects.toThrow(/failed, 0 of 1 applied: 1062/);
      expect(await database.query("SHOW COLUMNS FROM notify_task LIKE 'late'")).toEqual([]);
      expect((await status(database.url, folders)).at(-1)).toMatch(/ pending$/);
    });

    test("says so where the server will not do it beside writes; the statement is mended and run", async () => {
      const refused = handWritten(
        "20260401090000_wide",
        "ALTER TABLE notify_task MODIFY channel varchar(99), LOCK=NONE;\n",
      );
      const hint = (error: unknown): string => (error as QueuegenError).diagnostics[0]?.hint ?? "";
      const target = server.name === "mysql" ? refused : { ...refused, up: refused.up.replace("varchar(99)", "text") };
      expect(hint(await up(database.url, [...first, target]).catch((error: unknown) => error))).toMatch(
        /^The server could do this only with writes kept out\..* Mend the cause and run/,
      );
      await up(database.url, [...first, { ...target, up: target.up.replace(", LOCK=NONE", "") }]);
    });

    test.runIf(server.name === "mysql")(
      "says how to go on where a table has had all its instant changes",
      { timeout: 120_000 },
      async () => {
        const add = (name: string): string => `ALTER TABLE notify_task ADD COLUMN ${name} int, ALGORITHM=INSTANT`;
        const full = async (): Promise<string> => {
          for (let column = 0; column < 300; column++) {
            const error = await database.query(add(`x${column}`)).then(() => undefined, String);
            if (error !== undefined) return error;
          }
          return "";
        };
        expect(await full()).toContain("Maximum row versions");
        const [folder] = next(first, [changed(column("late", { kind: "date" }, { nullable: true }))], {
          target: "mysql80",
        }).slice(-1);
        if (folder === undefined) throw new Error("nothing changed");
        await expect(up(database.url, [...first, folder])).rejects.toMatchObject({
          diagnostics: [{ hint: expect.stringContaining("Write ALGORITHM=INPLACE for ALGORITHM=INSTANT") }],
        });
        const mended = { ...folder, up: folder.up.replace("INSTANT", "INPLACE, LOCK=NONE") };
        expect(await up(database.url, [...first, mended])).toEqual([folder.name]);
      },
    );

    test("keeps the rows of a queue that is called otherwise", async () => {
      const notice: QueueModel = { ...NOTIFY, name: "notice", key: "notice", pascal: "Notice", table: "notice_task" };
      const renamed = next(first, [notice], { renames: ["notify:notice"] });
      const folders = next(renamed, [
        { ...notice, columns: changed(column("late", { kind: "date" }, { nullable: true })).columns },
      ]);
      expect(await up(database.url, folders)).toHaveLength(2);
      expect(await database.query("SELECT channel, late FROM notice_task ORDER BY id LIMIT 1")).toEqual([
        { channel: "mail", late: null },
      ]);
      await down(database.url, folders, { allowDestructive: ["drop-column"] });
      await down(database.url, folders);
      expect(await database.query("SELECT channel FROM notify_task ORDER BY id LIMIT 1")).toEqual([
        { channel: "mail" },
      ]);
    });

    test("drops the table of a queue that is removed; its way back and a new start make it anew", async () => {
      const folders = next(first, []);
      expect(await up(database.url, folders)).toEqual(["20260401090000_drop_notify"]);
      expect(await database.query("SHOW TABLES LIKE 'notify_task'")).toEqual([]);
      expect(await down(database.url, folders)).toBe("20260401090000_drop_notify");
      expect(await database.query("SELECT COUNT(*) AS n FROM notify_task")).toEqual([{ n: 0 }]);
      await up(database.url, folders);
      const again = planCreateMigrations([NOTIFY], folders, new Date("2026-05-01T00:00:00Z"), { tablePrefix: PREFIX });
      expect(await up(database.url, [...folders, ...again])).toEqual(["20260501000000_create_notify"]);
    });

    test("gives up an index of a queue that no longer deduplicates", async () => {
      const key = column(
        "dedupe_key",
        { kind: "varchar", length: 191, charset: "utf8mb4", collate: "utf8mb4_bin" },
        { nullable: true, field: "dedupe_key" },
      );
      const indexes = [...NOTIFY.indexes, { name: "uniq_dedupe_key", columns: ["dedupe_key"], unique: true }];
      const on = next(first, [{ ...changed(key), indexes }]);
      await up(database.url, on);
      await database.query("UPDATE notify_task SET dedupe_key = channel");
      await expect(database.query("UPDATE notify_task SET dedupe_key = 'x'")).rejects.toThrow("Duplicate");
      const off = next(on, [NOTIFY]);
      await up(database.url, off);
      expect(await database.query("SHOW COLUMNS FROM notify_task LIKE 'dedupe_key'")).toEqual([]);
      expect(off.at(-1)?.up).toContain('-- Loses what is in column "dedupe_key" of every row.');
    });
  });
});

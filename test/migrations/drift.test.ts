import type { MigrationFolder } from "@queuegen/migrations";
import { type Drift, readDrift } from "@queuegen/migrations/apply";
import { createConnection } from "mysql2/promise";
import { beforeEach, describe, expect, it } from "vitest";
import { tableDefinition } from "../../packages/migrations/src/ddl/table-definition.js";
import { column, NOTIFY } from "../../packages/migrations/src/fixtures.js";
import { eachServer, freshDatabase } from "../services/database.js";
import { EVERY_TYPE } from "./every-type.js";
import { createFolders, handWritten, PREFIX, up } from "./runner.js";

const WITH_OPTIONS = {
  ...EVERY_TYPE,
  name: "every",
  columns: [
    ...EVERY_TYPE.columns,
    column("dedupe_key", { kind: "varchar", length: 191 }, { field: "dedupe_key", nullable: true }),
  ],
  indexes: [...EVERY_TYPE.indexes, { name: "uniq_dedupe_key", columns: ["dedupe_key"], unique: true }],
} as const;

eachServer((server) => {
  describe("drift", () => {
    const database = freshDatabase(server);
    const folders = createFolders(NOTIFY);

    beforeEach(async () => {
      for (const { name } of await database.query<{ name: string }>(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()",
      )) {
        await database.query("DROP TABLE ??", [name]);
      }
    });

    async function drift(expected: readonly MigrationFolder[] = folders): Promise<Drift> {
      const connection = await createConnection({ uri: database.url, supportBigNumbers: true });
      try {
        return await readDrift({ connection, folders: expected, tablePrefix: PREFIX, target: "mysql57" });
      } finally {
        await connection.end();
      }
    }

    /** What differs, and after the statements of the report were run: nothing. */
    async function mended(expected: readonly MigrationFolder[] = folders): Promise<readonly string[]> {
      const { tables } = await drift(expected);
      for (const sql of tables.flatMap((table) => table.sql)) await database.query(sql);
      expect((await drift(expected)).tables).toEqual([]);
      return tables.flatMap(({ table, findings }) => findings.map(({ words }) => `${table}: ${words}`));
    }

    it("is none after the migrations, whatever types, names and options the queue has", async () => {
      const all = createFolders(NOTIFY, WITH_OPTIONS);
      await up(database.url, all);
      const { ledger, states, tables } = await drift(all);
      expect(tables).toEqual([]);
      expect(ledger).toBe(true);
      expect(states.map(({ kind }) => kind)).toEqual(all.map(() => "applied"));
    });

    it("is none with rows in the tables and another default character set of the database", async () => {
      await database.query(`ALTER DATABASE ${database.name} CHARACTER SET latin1`);
      try {
        await up(database.url, folders);
        await database.query("INSERT INTO notify_task (create_time, user_id, payload) VALUES (0, 1, '{}')");
        expect((await drift()).tables).toEqual([]);
      } finally {
        await database.query(`ALTER DATABASE ${database.name} CHARACTER SET utf8mb4`);
      }
    });

    it.each<[string, readonly string[], readonly string[]]>([
      [
        "columns",
        [
          "ALTER TABLE notify_task MODIFY channel varchar(17) NOT NULL DEFAULT 'sms', DROP COLUMN worker_id, ADD COLUMN extra int",
        ],
        [
          `notify_task: column "worker_id" is gone`,
          `notify_task: column "channel" had the default 'mail' and has 'sms'`,
          `notify_task: column "channel" was varchar(16) and is varchar(17)`,
          `notify_task: column "extra" is new`,
        ],
      ],
      [
        "indexes",
        ["ALTER TABLE notify_task DROP KEY idx_run_at, ADD KEY by_user (user_id)"],
        [`notify_task: index "idx_run_at" is gone`, `notify_task: index "by_user" is new`],
      ],
      [
        "an index on part of a column under the right name",
        ["ALTER TABLE notify_task DROP KEY idx_run_at, ADD KEY idx_run_at (channel(3))"],
        [`notify_task: index "idx_run_at" is BTREE (channel(3)), or invisible`],
      ],
      ["a support table", ["DROP TABLE queuegen_lease"], ["queuegen_lease: the table is gone"]],
      [
        "the ledger",
        ["ALTER TABLE queuegen_migrations MODIFY steps int NOT NULL COMMENT 'statements in the file'"],
        ['queuegen_migrations: column "steps" was smallint unsigned and is int'],
      ],
      ["the engine", ["ALTER TABLE notify_task ENGINE=MyISAM"], ["notify_task: its engine is MyISAM"]],
      ["comments", ["ALTER TABLE notify_task COMMENT 'other'"], [expect.stringMatching(/^notify_task: .*comment/)]],
    ])("finds what was done by hand to %s, and says what mends it", async (_what, statements, expected) => {
      await up(database.url, folders);
      for (const sql of statements) await database.query(sql);
      const words = await mended();
      expect([...words].sort()).toEqual([...expected].sort());
    });

    it("keeps a statement that loses something apart from those that do not", async () => {
      await up(database.url, folders);
      await database.query("ALTER TABLE notify_task DROP KEY idx_run_at, ADD COLUMN extra int AFTER user_id");
      const [table] = (await drift()).tables;
      expect(table?.sql).toEqual([
        expect.stringMatching(/^ALTER TABLE `notify_task`\n {2}ADD KEY `idx_run_at` \(`run_at`\)/),
        expect.stringMatching(/^ALTER TABLE `notify_task`\n {2}DROP COLUMN `extra`/),
      ]);
      expect(table?.losing).toEqual(table?.sql.slice(1));
      expect(await mended()).toHaveLength(2);
    });

    it("is none for what the application has beside the queue in a table of its own", async () => {
      await database.query(
        "CREATE TABLE orders (id bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, total int, note text, FULLTEXT (note))",
      );
      const definition = tableDefinition({ ...NOTIFY, adopted: true, table: "orders" });
      const columns = definition.columns.map(
        ({ name, type, nullable, default: value }) =>
          `ADD COLUMN \`${name}\` ${type}${nullable ? "" : " NOT NULL"}${value === undefined ? "" : ` DEFAULT ${value}`}`,
      );
      const adopt = handWritten(
        "20260601000000_adopt",
        `ALTER TABLE orders ${columns.join(", ")}, ADD KEY idx_status_id (status, id), ADD KEY idx_run_at (run_at);\n`,
      );
      const adopted = { ...adopt, snapshot: { ...adopt.snapshot, tables: [definition] } };
      await up(database.url, [adopted]);
      await database.query("ALTER TABLE orders ADD COLUMN later int FIRST, ADD KEY by_total (total)");
      const { tables } = await drift([adopted]);
      expect(tables.flatMap(({ findings }) => findings).filter(({ cosmetic }) => !cosmetic)).toEqual([]);
      await database.query("ALTER TABLE orders DROP COLUMN attempts");
      expect((await drift([adopted])).tables[0]?.findings).toContainEqual({
        words: 'column "attempts" is gone',
        cosmetic: false,
        destructive: expect.stringContaining("they become work"),
      });
    });

    it("goes by what is applied, and by all of it where another tool keeps the ledger", async () => {
      await up(database.url, folders.slice(0, 1));
      const { tables, states } = await drift();
      expect(tables).toEqual([]);
      expect(states.map(({ kind }) => kind)).toEqual(["applied", "pending"]);
      await database.query("DROP TABLE queuegen_migrations");
      const other = await drift();
      expect(other.ledger).toBe(false);
      expect(other.tables.map(({ table }) => table)).toEqual(["queuegen_control", "queuegen_lease"]);
    });
  });
});

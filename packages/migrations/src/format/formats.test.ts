import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { splitSql } from "../apply/split-sql.js";
import { NOTIFY } from "../fixtures.js";
import type { MigrationFolder } from "../folder/migration-folder.js";
import { readMigrations } from "../folder/read-migrations.js";
import { planCreateMigrations } from "../plan/plan-create.js";
import { FORMAT_NAMES, type FormatName } from "./format-names.js";
import { FORMATS } from "./formats.js";
import { migrationFiles } from "./migration-files.js";

const SETTINGS = { tablePrefix: "queuegen_" };
const CREATED = planCreateMigrations([NOTIFY], [], new Date("2026-02-28T23:59:59Z"), SETTINGS);

/** What a later migration may hold: comments, names and texts that mean something to a tool or to TypeScript. */
const LATER: MigrationFolder = {
  name: "20260401090000_notify_odd",
  up: [
    "-- rollback is by hand where a worker has written to it;\n-- comment: and this is one\nALTER TABLE `notify_task`",
    `  ADD COLUMN \`a\`\`b\` varchar(9) NOT NULL DEFAULT 'it''s \${x} -- ;' COMMENT 'C:\\\\dir\\\\',`,
    "  ADD COLUMN `{{c}}` varchar(9) NOT NULL DEFAULT X'5C';\n\n# why\nUPDATE notify_task SET channel = '?' WHERE id = 1;\n",
  ].join("\n"),
  down: "ALTER TABLE `notify_task`\n\n  DROP COLUMN `{{c}}`,\n  DROP COLUMN `a``b`;\n",
  snapshot: { format: 1, queue: "notify", parent: "20260228235959_create_notify", tables: [] },
};
const STAYS: MigrationFolder = { ...LATER, name: "20260401090001_notify_stays", down: "" };
const MIGRATIONS = [...CREATED, LATER, STAYS];

describe.each(FORMATS)("format $name", ({ name }) => {
  let dir = "";
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "queuegen-format-"));
  });
  afterEach(() => rm(dir, { recursive: true }));

  async function write(format: FormatName, migrations: readonly MigrationFolder[], taken: readonly string[] = []) {
    for (const { path, text } of migrationFiles(migrations, format, taken)) {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await writeFile(join(dir, path), text);
    }
  }

  it("gives back the statements that it was given", async () => {
    await write(name, MIGRATIONS);
    const read = await readMigrations(dir, name);
    expect(read.map(({ snapshot }) => snapshot)).toEqual(MIGRATIONS.map(({ snapshot }) => snapshot));
    for (const direction of ["up", "down"] as const) {
      const statements = (all: readonly MigrationFolder[]) => all.map((one) => splitSql(one[direction]));
      expect(statements(read)).toEqual(statements(MIGRATIONS));
    }
    expect(read.flatMap(({ foreign }) => foreign ?? [])).toEqual([]);
  });

  it("reads the same in a checkout with CRLF", async () => {
    await write(name, MIGRATIONS);
    const before = await readMigrations(dir, name);
    for (const { path, text } of migrationFiles(MIGRATIONS, name, [])) {
      await writeFile(join(dir, path), `\ufeff${text.replaceAll("\n", "\r\n")}`);
    }
    expect(await readMigrations(dir, name)).toEqual(before);
  });

  it("leaves the team's own files alone", async () => {
    await write(name, CREATED);
    await writeFile(join(dir, "20250101000000_orders.sql"), "-- migrate:up\nnonsense");
    await writeFile(join(dir, "V1__orders.sql"), "nonsense");
    await writeFile(join(dir, "20250101000000_orders.ts"), "nonsense");
    await mkdir(join(dir, "20250101_orders"));
    expect(await readMigrations(dir, name)).toHaveLength(CREATED.length);
  });

  it("says so where a file of a migration is gone", async () => {
    await write(name, CREATED);
    const path = (await readMigrations(dir, name))[0]?.files?.up ?? `${CREATED[0]?.name}/up.sql`;
    await rm(join(dir, path));
    await expect(readMigrations(dir, name)).rejects.toThrow(/migration-unreadable: .*is missing/);
  });

  it("refuses a folder that holds the migrations of another layout", async () => {
    const other = name === "folder" ? "plain" : "folder";
    await write(other, CREATED);
    await expect(readMigrations(dir, name)).rejects.toThrow(/migration-format: .* in queuegen\.json is "/);
  });

  it("takes two of one second, unless the tool knows them by that number", async () => {
    for (const migration of CREATED) await write(name, [migration]);
    const read = readMigrations(dir, name);
    if (["plain", "dbmate", "golang-migrate", "flyway"].includes(name)) {
      await expect(read).rejects.toThrow(
        "migration-same-number: 20260228235959_create_notify and 20260228235959_queuegen_support have one number",
      );
    } else expect(await read).toHaveLength(CREATED.length);
  });

  it("keeps each migration in files of its own, none of which another one needs", () => {
    const paths = migrationFiles(MIGRATIONS, name, []).map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });
});

describe("migrationFiles", () => {
  const names = (format: FormatName, taken: readonly string[] = []): readonly string[] =>
    migrationFiles(CREATED, format, taken).map(({ path }) => path);

  it("names the files as each tool wants them", () => {
    expect(names("folder")).toEqual([
      "20260228235959_create_notify/up.sql",
      "20260228235959_create_notify/down.sql",
      "20260228235959_create_notify/snapshot.json",
      "20260228235959_queuegen_support/up.sql",
      "20260228235959_queuegen_support/down.sql",
      "20260228235959_queuegen_support/snapshot.json",
    ]);
    expect(names("plain").slice(0, 3)).toEqual([
      "20260228235959_create_notify.sql",
      "down/20260228235959_create_notify.sql",
      ".queuegen/20260228235959_create_notify.snapshot",
    ]);
    expect(names("golang-migrate").slice(0, 2)).toEqual([
      "20260228235959_create_notify.up.sql",
      "20260228235959_create_notify.down.sql",
    ]);
    expect(names("flyway").slice(0, 2)).toEqual([
      "V20260228235959__create_notify.sql",
      "U20260228235959__create_notify.sql",
    ]);
    for (const format of ["dbmate", "liquibase"] as const) expect(names(format)[0]).toMatch(/_create_notify\.sql$/);
    for (const format of ["knex", "kysely"] as const) expect(names(format)[0]).toMatch(/_create_notify\.ts$/);
  });

  it("gives each migration a number of its own where the tool knows it by the number", () => {
    for (const format of ["plain", "dbmate", "golang-migrate"] as const) {
      const numbers = names(format, ["20260301000000_of_somebody"]).map((path) => /\d{14}/.exec(path)?.[0]);
      expect([...new Set(numbers)]).toEqual(["20260228235959", "20260301000001"]);
    }
  });

  it("writes no way back where there is none, so that no tool takes an empty one for success", () => {
    const text = (format: FormatName): string =>
      migrationFiles([STAYS], format, [])
        .filter(({ path }) => !path.endsWith(".snapshot"))
        .map(({ path, text: content }) => `${path}\n${content}`)
        .join("\n");
    expect(text("golang-migrate")).not.toContain(".down.sql");
    expect(text("flyway")).not.toMatch(/^U2/m);
    expect(text("liquibase")).not.toContain("--rollback");
    expect(text("knex")).toContain('throw new Error("20260401090001_notify_stays was made to stay");');
  });

  it("switches Flyway's placeholders off where a statement has what looks like one", () => {
    const config = migrationFiles([LATER], "flyway", []).find(({ path }) => path.endsWith(".conf"));
    expect(config).toEqual({ path: "V20260401090000__notify_odd.sql.conf", text: "placeholderReplacement=false\n" });
    expect(names("flyway").filter((path) => path.endsWith(".conf"))).toEqual([]);
  });

  it("writes what a person would write for each tool", () => {
    const support = CREATED.slice(1);
    const [dbmate] = migrationFiles(support, "dbmate", []);
    expect(dbmate?.text).toMatchInlineSnapshot(`
      "-- migrate:up transaction:false
      CREATE TABLE \`queuegen_control\` (
        \`queue\` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        \`paused\` tinyint unsigned NOT NULL DEFAULT 0,
        \`concurrency\` int unsigned DEFAULT NULL COMMENT 'of one worker process',
        \`global_concurrency\` int unsigned DEFAULT NULL COMMENT 'of all of them together',
        \`restart_at\` bigint unsigned DEFAULT NULL COMMENT 'epoch ms; workers started earlier end themselves',
        PRIMARY KEY (\`queue\`)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;

      CREATE TABLE \`queuegen_lease\` (
        \`name\` varchar(100) NOT NULL,
        \`holder\` varchar(100) NOT NULL,
        \`until_ms\` bigint unsigned NOT NULL COMMENT 'epoch ms by the database''s clock',
        PRIMARY KEY (\`name\`)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;

      -- migrate:down transaction:false
      DROP TABLE \`queuegen_lease\`;

      DROP TABLE \`queuegen_control\`;
      "
    `);
    const [liquibase] = migrationFiles([LATER], "liquibase", []);
    expect(liquibase?.text).toMatchInlineSnapshot(`
      "--liquibase formatted sql

      --changeset queuegen:20260401090000_notify_odd splitStatements:true stripComments:false runInTransaction:false
      -- : rollback is by hand where a worker has written to it;
      -- : comment: and this is one
      ALTER TABLE \`notify_task\`
        ADD COLUMN \`a\`\`b\` varchar(9) NOT NULL DEFAULT 'it''s \${x} -- ;' COMMENT 'C:\\\\dir\\\\',
        ADD COLUMN \`{{c}}\` varchar(9) NOT NULL DEFAULT X'5C';
      # why
      UPDATE notify_task SET channel = '?' WHERE id = 1;
      --rollback ALTER TABLE \`notify_task\`
      --rollback 
      --rollback   DROP COLUMN \`{{c}}\`,
      --rollback   DROP COLUMN \`a\`\`b\`;
      "
    `);
    const [knex] = migrationFiles([LATER], "knex", []);
    expect(knex?.text).toMatchInlineSnapshot(`
      "import type { Knex } from "knex";

      // The server commits each statement of a table by itself.
      export const config = { transaction: false };

      export async function up(knex: Knex): Promise<void> {
        // rollback is by hand where a worker has written to it;
        // comment: and this is one
        await knex.raw(\`ALTER TABLE \\\`notify_task\\\`
        ADD COLUMN \\\`a\\\`\\\`b\\\` varchar(9) NOT NULL DEFAULT 'it''s \\\${x} -- ;' COMMENT 'C:\\\\\\\\dir\\\\\\\\',
        ADD COLUMN \\\`{{c}}\\\` varchar(9) NOT NULL DEFAULT X'5C'\`);
        // why
        await knex.raw(\`UPDATE notify_task SET channel = '?' WHERE id = 1\`);
      }

      export async function down(knex: Knex): Promise<void> {
        await knex.raw(\`ALTER TABLE \\\`notify_task\\\`

        DROP COLUMN \\\`{{c}}\\\`,
        DROP COLUMN \\\`a\\\`\\\`b\\\`\`);
      }
      "
    `);
    const [kysely] = migrationFiles(support, "kysely", []);
    expect(kysely?.text).toMatchInlineSnapshot(`
      "import { type Kysely, sql } from "kysely";

      export async function up(db: Kysely<unknown>): Promise<void> {
        await sql\`CREATE TABLE \\\`queuegen_control\\\` (
        \\\`queue\\\` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        \\\`paused\\\` tinyint unsigned NOT NULL DEFAULT 0,
        \\\`concurrency\\\` int unsigned DEFAULT NULL COMMENT 'of one worker process',
        \\\`global_concurrency\\\` int unsigned DEFAULT NULL COMMENT 'of all of them together',
        \\\`restart_at\\\` bigint unsigned DEFAULT NULL COMMENT 'epoch ms; workers started earlier end themselves',
        PRIMARY KEY (\\\`queue\\\`)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4\`.execute(db);
        await sql\`CREATE TABLE \\\`queuegen_lease\\\` (
        \\\`name\\\` varchar(100) NOT NULL,
        \\\`holder\\\` varchar(100) NOT NULL,
        \\\`until_ms\\\` bigint unsigned NOT NULL COMMENT 'epoch ms by the database''s clock',
        PRIMARY KEY (\\\`name\\\`)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4\`.execute(db);
      }

      export async function down(db: Kysely<unknown>): Promise<void> {
        await sql\`DROP TABLE \\\`queuegen_lease\\\`\`.execute(db);
        await sql\`DROP TABLE \\\`queuegen_control\\\`\`.execute(db);
      }
      "
    `);
  });
});

describe("a migration that a person wrote in code", () => {
  const up = 'import type { Knex } from "knex";\n\nexport async function up(knex: Knex): Promise<void> {\n';
  const down =
    "}\n\nexport async function down(knex: Knex): Promise<void> {\n  await knex.raw(\n    `DROP TABLE x`,\n  );\n}\n";
  const parse = FORMATS.find(({ name }) => name === "knex")?.parse;

  it("is read where it only sends statements, however a formatter broke the lines", () => {
    const text = `${up}  // first\n  await knex.raw(\n    \`CREATE TABLE x (\n  a int -- \\\`a\\\`\n)\`,\n  );\n${down}`;
    expect(parse?.("x", { up: text, down: undefined })).toEqual({
      up: "CREATE TABLE x (\n  a int -- `a`\n);\n",
      down: "DROP TABLE x;\n",
    });
  });

  it.each([
    '  await knex("x").insert({ a: 1 });\n',
    "  await knex.raw(sqlOf(name));\n",
    `  await knex.raw(\`DROP TABLE \${name}\`);\n`,
    "  if (x) return;\n",
  ])("is told as code where it does more: %s", (line) => {
    expect(parse?.("x", { up: up + line + down, down: undefined })).toEqual({
      up: "",
      down: "",
      foreign: "its function up does more than send statements that stand in it",
    });
  });
});

it("every format has its name in the list that the configuration knows", () => {
  expect(FORMATS.map(({ name }) => name)).toEqual(FORMAT_NAMES);
});

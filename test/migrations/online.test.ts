import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { onlineCommands } from "@queuegen/migrations";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTable } from "../../packages/migrations/src/ddl/create-table.js";
import { tableDefinition } from "../../packages/migrations/src/ddl/table-definition.js";
import { diffTables } from "../../packages/migrations/src/diff/index.js";
import { NOTIFY } from "../../packages/migrations/src/fixtures.js";
import { queuegen, type Run } from "../cli/run.js";
import { eachServer, freshDatabase } from "../services/database.js";
import { EVERY_TYPE } from "./every-type.js";

const run = promisify(execFile);

/** What a shell gives to a tool of that name. */
async function argumentsOf(folder: string, command: string): Promise<readonly string[]> {
  const { stdout } = await run("sh", ["-c", command], { env: { PATH: `${folder}:${process.env.PATH}` } });
  return JSON.parse(stdout) as readonly string[];
}

eachServer((server) => {
  describe("commands for gh-ost and pt-online-schema-change", () => {
    const database = freshDatabase(server);
    let folder = "";
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "queuegen-online-"));
      for (const tool of ["gh-ost", "pt-online-schema-change"]) {
        await writeFile(
          join(folder, tool),
          `#!${process.execPath}\nconsole.log(JSON.stringify(process.argv.slice(2)));\n`,
        );
        await chmod(join(folder, tool), 0o755);
      }
    });
    afterAll(() => rm(folder, { recursive: true }));
    beforeEach(() =>
      database.query(
        "DROP TABLE IF EXISTS `select`, notify_task, queuegen_control, queuegen_lease, queuegen_migrations",
      ),
    );

    it("hand to the tool, through a shell, a change that makes the table what our statement makes it", async () => {
      const before = tableDefinition({ ...NOTIFY, table: "select" });
      const after = tableDefinition(EVERY_TYPE);
      const { steps } = diffTables(before, after, { target: "mysql57" });
      const show = async (): Promise<string> => {
        const [row] = await database.query<{ "Create Table": string }>("SHOW CREATE TABLE `select`");
        return row?.["Create Table"] ?? "";
      };
      await database.query(createTable(before));
      for (const { up } of steps) await database.query(up);
      const expected = await show();
      for (const tool of ["ghost", "ptOnlineSchemaChange"] as const) {
        await database.query("DROP TABLE `select`");
        await database.query(createTable(before));
        for (const { up } of steps) {
          const command = onlineCommands(up, { host: "db", port: 1, user: "u", database: "a" })?.[tool] ?? "";
          const given = await argumentsOf(folder, command);
          const alter = given.find((word) => word.startsWith("--alter="))?.slice("--alter=".length);
          expect(given).toContain("--execute");
          expect(given).toContain(tool === "ghost" ? "--table=select" : "h=db,P=1,u=u,D=a,t=select");
          await database.query(`ALTER TABLE \`select\` ${alter}`);
        }
        expect(await show()).toBe(expected);
      }
    });

    it("are shown by migrate new and, where the table is long, by migrate status", { timeout: 180_000 }, async () => {
      const root = await mkdtemp(join(tmpdir(), "queuegen-heavy-"));
      try {
        const cli = (...args: readonly string[]): Promise<Run> =>
          queuegen(root, args, { env: { DATABASE_URL: database.url.replace("root@", "root:s3cret@") } });
        const migrate = (...args: readonly string[]): Promise<Run> =>
          queuegen(root, ["migrate", ...args], { env: { DATABASE_URL: database.url } });
        await cli("add", "notify");
        await migrate("up");
        const { readFile } = await import("node:fs/promises");
        const schema = join(root, "queues/schemas/notify.queue.ts");
        const text = await readFile(schema, "utf8");
        await writeFile(schema, text.replace("payload:", 'channel: varchar(16, { default: "mail" }),\n    payload:'));
        expect(await migrate("new")).toMatchObject({ code: 0 });
        await migrate("up");
        await writeFile(schema, text.replace("payload:", 'channel: varchar(100, { default: "mail" }),\n    payload:'));
        const written = await migrate("new", "--allow-copy");
        expect(written.code).toBe(0);
        expect(written.out).toMatch(/is heavy on table "notify_task": the server copies every row/);
        expect(written.out).toContain('gh-ost --host="$DB_HOST"');
        const name = /migrations\/(\d+_\w+)\/up\.sql/.exec(written.out)?.[1];
        expect(written.out).toContain(`queuegen migrate resolve ${name} --applied --step 1`);

        expect((await migrate("status")).out).not.toContain("gh-ost");
        await database.query("INSERT INTO notify_task (create_time, payload) VALUES (0, '{}')");
        for (let rows = 1; rows < 131_072; rows *= 2) {
          await database.query("INSERT INTO notify_task (create_time, payload) SELECT 0, '{}' FROM notify_task");
        }
        await database.query("ANALYZE TABLE notify_task");
        const status = await migrate("status");
        expect(status.out).toMatch(
          /is heavy on table "notify_task" of about 1\d\d,\d{3} rows: the server copies every row/,
        );
        const { hostname, port } = new URL(server.url);
        expect(status.out).toContain(
          `  gh-ost --host=${hostname} --port=${port} --user=root --ask-pass --database=${database.name} --table=notify_task --alter=`,
        );
        const json = JSON.parse((await migrate("status", "--json")).out);
        expect(json.heavy).toMatchObject([
          { migration: name, table: "notify_task", step: 1, ptOnlineSchemaChange: expect.stringContaining("D=") },
        ]);
        expect((await cli("migrate", "status")).out).not.toContain("s3cret");

        // What the tool would have done, then the word for it.
        const alter = /--alter='(.*?)' --allow-on-master/.exec(status.out)?.[1]?.replaceAll("'\\''", "'");
        await database.query(`ALTER TABLE notify_task ${alter}`);
        expect(await migrate("resolve", name ?? "", "--applied", "--step", "1")).toMatchObject({ code: 0, err: "" });
        expect((await migrate("status")).out).toMatch(/UTC, by hand\nAll applied\.\n$/);
        expect(await migrate("drift")).toMatchObject({ code: 0, err: "" });
      } finally {
        await rm(root, { recursive: true });
      }
    });
  });
});

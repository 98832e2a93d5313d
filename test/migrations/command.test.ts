import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConnection } from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NOTIFY } from "../../packages/migrations/src/fixtures.js";
import { databaseUrl, eachServer, freshDatabase } from "../services/database.js";
import { cli, writeMigrations } from "./cli.js";

eachServer((server) => {
  describe("queuegen migrate", () => {
    const database = freshDatabase(server);
    let cwd = "";
    beforeAll(async () => {
      cwd = await mkdtemp(join(tmpdir(), "queuegen-migrate-"));
      await writeMigrations(cwd, NOTIFY);
    });
    afterAll(() => rm(cwd, { recursive: true }));

    const migrate = (...args: readonly string[]): ReturnType<typeof cli> =>
      cli(cwd, ["migrate", ...args], { DATABASE_URL: database.url });

    it("shows, applies, reverts, and says each time what is next", async () => {
      const place = `database "${database.name}" at ${new URL(server.url).host}`;
      expect(await migrate("status")).toEqual({
        code: 1,
        out: `${place}\n  pending  20260301120000_create_notify\n  pending  20260301120000_queuegen_support\n2 pending: \`queuegen migrate up\` applies them.\n`,
        err: "",
      });
      const up = await migrate("up");
      expect(up).toMatchObject({ code: 0, err: "" });
      expect(up.out.replace(/\d+ ms/g, "N ms")).toBe(
        `applied  20260301120000_create_notify  (1 statement, N ms)\napplied  20260301120000_queuegen_support  (2 statements, N ms)\n${place} is up to date\n`,
      );
      const status = await migrate("status");
      expect(status).toMatchObject({ code: 0, err: "" });
      expect(status.out).toMatch(/applied {2}20260301120000_create_notify {5}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\n/);
      expect(status.out).toContain("All applied.\n");
      expect(await migrate("up")).toEqual({ code: 0, out: `${place} is up to date, nothing was pending\n`, err: "" });
      expect((await migrate("down")).out).toMatch(/^reverted {2}20260301120000_queuegen_support/);
      expect(JSON.parse((await migrate("up", "--json")).out)).toEqual({
        database: database.name,
        applied: ["20260301120000_queuegen_support"],
      });
      expect(JSON.parse((await migrate("status", "--json")).out)).toMatchObject({
        database: database.name,
        migrations: [{ kind: "applied", name: "20260301120000_create_notify", appliedMs: expect.any(Number) }, {}],
      });
    });

    it("loses rows only when told to", async () => {
      await migrate("up");
      await migrate("down");
      await database.query("INSERT INTO notify_task (create_time, user_id, payload) VALUES (0, 1, '{}')");
      const refused = await migrate("down");
      expect(refused.code).toBe(2);
      expect(refused.err).toContain("`queuegen migrate down --allow-destructive drop-table`");
      expect(await migrate("down", "--allow-destructive", "drop-table")).toMatchObject({ code: 0, err: "" });
    });

    it("shows what differs from the migrations, and that nothing does", async () => {
      await migrate("up");
      const place = `database "${database.name}" at ${new URL(server.url).host}`;
      expect(await migrate("drift")).toEqual({ code: 0, out: `${place}\n\nNo drift.\n`, err: "" });
      await database.query("ALTER TABLE notify_task ADD COLUMN extra int, DROP COLUMN worker_id");
      const { code, out } = await migrate("drift");
      expect(code).toBe(1);
      expect(out).toContain(`\ntable "notify_task" (queue notify)\n`);
      expect(out).toMatch(/\n {2}column "worker_id" is gone\n/);
      expect(out).toMatch(/\n {2}column "extra" is new\n/);
      // Nobody pastes a loss by accident.
      expect(out).toMatch(/\n-- loses: .*"extra"/);
      expect(out).toMatch(/\n-- ALTER TABLE `notify_task`\n-- {3}DROP COLUMN `extra`/);
      expect(out).toMatch(/\nALTER TABLE `notify_task`\n {2}ADD COLUMN `worker_id`/);
      expect(out).toContain("1 table differs.");
      const json = JSON.parse((await migrate("drift", "--json")).out);
      expect(json).toMatchObject({ drift: true, ledger: true, tables: [{ table: "notify_task", queue: "notify" }] });
      for (const sql of json.tables[0].sql) await database.query(sql);
      expect(await migrate("drift")).toMatchObject({ code: 0 });
    });

    it("says what to do when the database is missing", async () => {
      const result = await cli(cwd, ["migrate", "up", "--url", databaseUrl(server.url, "no_such_db")]);
      expect(result.code).toBe(2);
      expect(result.err).toContain('has no database "no_such_db"');
      expect(result.err).toContain("CREATE DATABASE `no_such_db` CHARACTER SET utf8mb4;");
    });

    it("shows no password, right or wrong", async () => {
      const url = new URL(database.url);
      url.password = "s3cret";
      const result = await cli(cwd, ["migrate", "up", "--url", url.href]);
      expect(result.code).toBe(2);
      expect(result.err).toContain('does not accept user "root" with this password');
      expect(result.out + result.err).not.toContain("s3cret");
    });

    it("asks for TLS as the URL says, and tells which side is in the way", async () => {
      // The servers of the tests have no certificate that anybody trusts, or none at all.
      const result = await cli(cwd, ["migrate", "status", "--url", `${database.url}?ssl-mode=VERIFY_IDENTITY`]);
      expect(result.code).toBe(2);
      expect(result.err).toMatch(/no trusted TLS connection to .*certificate|offers no TLS/);
      expect(result.err).toMatch(/NODE_EXTRA_CA_CERTS|take "ssl-mode" out of the URL/);
    });

    it("says so when the user of the URL may not migrate", async () => {
      const url = new URL(database.url);
      url.username = `reader_${database.name.slice(-12)}`;
      const admin = await createConnection({ uri: server.url });
      try {
        // MariaDB installs an anonymous user at localhost, which would come before one at "%".
        for (const host of ["localhost", "%"]) {
          await admin.query("CREATE USER ?@? IDENTIFIED BY ''", [url.username, host]);
          await admin.query("GRANT SELECT ON ??.* TO ?@?", [database.name, url.username, host]);
        }
        const result = await cli(cwd, ["migrate", "up", "--url", url.href]);
        expect(result.code).toBe(2);
        expect(result.err).toMatch(/migration-failed .*1142 .*denied/);
        expect(result.err).toContain("migrations need SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP and INDEX");
      } finally {
        for (const host of ["localhost", "%"]) await admin.query("DROP USER IF EXISTS ?@?", [url.username, host]);
        await admin.end();
      }
    });

    it("names what is wrong on the command line", async () => {
      expect((await cli(cwd, ["migrate", "sideways"])).err).toMatch(
        /<action> takes one of .*up, down, status.*, not "sideways"/,
      );
      expect((await cli(cwd, ["migrate", "up", "--wait", "long"])).err).toContain(
        "--wait takes a whole number from 0 to 86400",
      );
      expect((await cli(cwd, ["migrate", "up", "--lock-timeout", "0"])).err).toContain(
        "--lock-timeout takes a whole number from 1 to 3600",
      );
      expect((await migrate("resolve", "20260301120000_create_notify")).err).toContain(
        "what is to be marked is not said",
      );
      expect((await migrate("resolve", "x", "--applied", "--reverted")).err).toContain("exclude each other");
      expect((await cli(cwd, ["migrate", "up"])).err).toContain("QUEUEGEN_DATABASE_URL or DATABASE_URL");
      expect((await cli(cwd, ["migrate", "up", "--url", "postgres://a:b@h/c"])).err).toContain(
        '--url has the scheme "postgres://": postgres://***@h/c',
      );
    });
  });
});

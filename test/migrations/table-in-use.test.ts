import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunnerEvent } from "@queuegen/migrations/apply";
import { type Connection, createConnection } from "mysql2/promise";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NOTIFY } from "../../packages/migrations/src/fixtures.js";
import { eachServer, freshDatabase } from "../services/database.js";
import { startCli, writeHandWritten, writeMigrations } from "./cli.js";
import { createFolders, handWritten, status, up } from "./runner.js";

const NAME = "20260501000000_channel";
const CHANGE = handWritten(NAME, "ALTER TABLE `notify_task` ADD KEY `idx_user` (`user_id`);\n");

eachServer((server) => {
  describe("a migration of a table that somebody uses", () => {
    const database = freshDatabase(server);
    const folders = [...createFolders(NOTIFY), CHANGE];
    let holder: Connection;
    let holderId = 0;

    beforeEach(async () => {
      for (const { name } of await database.query<{ name: string }>(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()",
      )) {
        await database.query("DROP TABLE ??", [name]);
      }
      await up(database.url, folders.slice(0, 2));
      // What a long report does: it has read the table and does not commit.
      holder = await createConnection({ uri: database.url });
      await holder.query("START TRANSACTION");
      await holder.query("SELECT * FROM notify_task");
      holderId = holder.threadId ?? 0;
    });
    afterEach(() => holder.end());

    const blockedOf = (events: readonly RunnerEvent[]): readonly Extract<RunnerEvent, { kind: "blocked" }>[] =>
      events.filter((event) => event.kind === "blocked");

    it("is tried again, names who holds the table, and goes on when that has ended", async () => {
      const events: RunnerEvent[] = [];
      const applied = await up(database.url, folders, {
        lockTries: 20,
        report: (event) => {
          events.push(event);
          if (blockedOf(events).length === 2) void holder.query("COMMIT");
        },
      });
      expect(applied).toEqual([NAME]);
      const blocked = blockedOf(events);
      expect(blocked.map(({ tried, of }) => [tried, of])).toEqual([
        [1, 20],
        [2, 20],
      ]);
      expect(blocked[0]?.place).toBe(`statement 1 of ${NAME}/up.sql`);
      expect(blocked[0]?.holders).toMatch(
        new RegExp(`^(probably )?connection ${holderId} \\(root from [^)]+\\), idle in a transaction for \\d+ s$`),
      );
      if (server.name === "mysql") expect(blocked[0]?.holders).not.toContain("probably");
    });

    it("gives up after its tries, having changed nothing, and says who and what next", async () => {
      const begun = performance.now();
      const error = await up(database.url, folders).catch((thrown: unknown) => thrown);
      expect(performance.now() - begun).toBeLessThan(8_000);
      expect(error).toMatchObject({
        diagnostics: [
          {
            code: "migration-blocked",
            message: expect.stringMatching(
              new RegExp(
                `^statement 1 of ${NAME}/up\\.sql got no lock on its table in 2 tries of 1 s, 0 of 1 applied; held by .*connection ${holderId} `,
              ),
            ),
            hint: expect.stringContaining("KILL <connection id>"),
          },
        ],
      });
      expect(await status(database.url, folders)).toContain(`${NAME} pending`);
      await holder.query("COMMIT");
      expect(await up(database.url, folders)).toEqual([NAME]);
    });

    it("keeps nobody waiting behind it for longer than one try", async () => {
      const waits: number[] = [];
      let over = false;
      const run = up(database.url, folders, { lockTimeout: 1, lockTries: 4 }).finally(() => {
        over = true;
      });
      const reader = await createConnection({ uri: database.url });
      try {
        const settled = run.catch((error: unknown) => error);
        while (!over) {
          const begun = performance.now();
          await reader.query("SELECT COUNT(*) FROM notify_task");
          waits.push(performance.now() - begun);
          await reader.query("DO SLEEP(0.01)");
        }
        expect(String(await settled)).toContain("migration-blocked");
      } finally {
        await reader.end();
      }
      // It stood behind the change, and got through when that gave up.
      expect(Math.max(...waits)).toBeGreaterThan(300);
      expect(Math.max(...waits)).toBeLessThan(2_500);
      expect(waits.filter((ms) => ms < 100).length).toBeGreaterThan(20);
    });

    it("waits for rows in the same way", async () => {
      const rows = handWritten("20260502000000_rows", "UPDATE notify_task SET channel = 'sms';\n");
      await holder.query("COMMIT");
      await database.query("INSERT INTO notify_task (create_time, user_id, payload) VALUES (0, 1, '{}')");
      await holder.query("START TRANSACTION");
      await holder.query("SELECT * FROM notify_task FOR UPDATE");
      const events: RunnerEvent[] = [];
      const applied = await up(database.url, [...folders.slice(0, 2), rows], {
        lockTries: 20,
        report: (event) => {
          events.push(event);
          if (event.kind === "blocked") void holder.query("COMMIT");
        },
      });
      expect(applied).toEqual([rows.name]);
      expect(blockedOf(events)[0]?.holders).toContain(`connection ${holderId} `);
    });

    it("Ctrl-C ends the wait with 130 and leaves the migration pending", async () => {
      const cwd = await mkdtemp(join(tmpdir(), "queuegen-in-use-"));
      try {
        await writeMigrations(cwd, NOTIFY);
        await writeHandWritten(cwd, CHANGE);
        const { child, done } = startCli(cwd, ["migrate", "up", "--lock-timeout", "1", "--lock-tries", "100"], {
          DATABASE_URL: database.url,
        });
        await new Promise<void>((told) =>
          child.stderr?.on("data", (text: string) => text.includes("got no lock") && told()),
        );
        child.kill("SIGINT");
        const { code, err } = await done;
        expect(code).toBe(130);
        expect(err).toContain(`migration-interrupted  stopped while statement 1 of ${NAME}/up.sql waited for a table`);
        expect(await status(database.url, folders)).toContain(`${NAME} pending`);
      } finally {
        await rm(cwd, { recursive: true });
      }
    });
  });
});

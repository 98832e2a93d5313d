import { type Connection, createConnection, type RowDataPacket } from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NOTIFY } from "../../packages/migrations/src/fixtures.js";
import { databaseUrl, testServers } from "../services/database.js";
import { type PrivateServer, startMariadb, startMysql } from "../services/servers.mjs";
import { createFolders, handWritten, status, up } from "./runner.js";

const START = { mariadb: startMariadb, mysql: startMysql } as const;
const ROWS = 131_072;

/** Statements that take the server long enough to be caught at them, in their order. */
const STEPS = [
  "ALTER TABLE `notify_task` ADD COLUMN `extra` varchar(200) NOT NULL DEFAULT 'x' FIRST, ALGORITHM=COPY",
  "UPDATE notify_task SET user_id = user_id + 1000000",
  "CREATE INDEX by_extra ON notify_task (extra, channel, user_id)",
];

// Servers of their own: they are killed.
describe.each(testServers().map(({ name }) => name))("a %s server that dies in mid-migration", (name) => {
  const folders = createFolders(NOTIFY);
  const steps = handWritten("20260501000000_steps", `${STEPS.join(";\n")};\n`);
  let server: PrivateServer;
  let url = "";

  beforeAll(async () => {
    // Flushed to the operating system at each commit: what the ledger says survives the death of the process.
    server = await START[name]({ log: () => undefined, flags: ["--innodb-flush-log-at-trx-commit=2"] });
    url = databaseUrl(server.url, "app");
    const admin = await createConnection({ uri: server.url });
    await admin.query("CREATE DATABASE app CHARACTER SET utf8mb4");
    await up(url, folders);
    await admin.query("USE app");
    await admin.query("INSERT INTO notify_task (create_time, user_id, payload) VALUES (0, 1, '{}')");
    for (let rows = 1; rows < ROWS; rows *= 2) {
      await admin.query(
        "INSERT INTO notify_task (create_time, user_id, payload) SELECT 0, user_id + ?, '{}' FROM notify_task",
        [rows],
      );
    }
    await admin.end();
  }, 240_000);
  afterAll(() => server.stop());

  it("leaves what the next run finishes, whichever statement it dies in", { timeout: 240_000 }, async () => {
    const all = [...folders, steps];
    for (const [done, statement] of STEPS.entries()) {
      const watcher = await createConnection({ uri: server.url });
      watcher.on("error", () => undefined);
      const run = up(url, all).then(
        () => "whole",
        (error: unknown) => String(error),
      );
      const caught = untilRunning(watcher, statement).then(() => "caught");
      expect(await Promise.race([caught, run])).toBe("caught");
      await server.kill();
      expect(await run).toContain("migration-connection-lost");
      watcher.destroy();
      await server.restart();
      expect((await status(url, all)).at(-1)).toBe(`${steps.name} half up ${done}/3`);
    }
    expect(await up(url, all, { lockWaitMs: 30_000 })).toEqual([steps.name]);
    const connection = await createConnection({ uri: url });
    try {
      const [[row]] = await connection.query<RowDataPacket[]>(
        "SELECT COUNT(*) AS n, MIN(user_id) AS least, MAX(user_id) AS most, COUNT(DISTINCT extra) AS extras FROM notify_task",
      );
      expect(row).toEqual({ n: ROWS, least: 1_000_001, most: 1_000_000 + ROWS, extras: 1 });
      const [tables] = await connection.query<RowDataPacket[]>("SHOW CREATE TABLE notify_task");
      expect(tables[0]?.["Create Table"]).toMatch(/KEY `by_extra` \(`extra`,`channel`,`user_id`\)/);
    } finally {
      await connection.end();
    }
  });

  async function untilRunning(watcher: Connection, statement: string): Promise<void> {
    for (;;) {
      const [rows] = await watcher.query<RowDataPacket[]>("SHOW FULL PROCESSLIST");
      if (rows.some(({ Info, Time_ms = 1_000 }) => Info === statement && Number(Time_ms) > 20)) return;
      // The server has no event for "statement begun": look again.
      await watcher.query("DO SLEEP(0.005)");
    }
  }
});

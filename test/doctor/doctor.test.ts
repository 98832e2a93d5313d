import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Connection, createConnection } from "mysql2/promise";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openAsker } from "../../packages/cli/src/doctor/asker.js";
import { type LoadFacts, readLoad } from "../../packages/cli/src/doctor/read-load.js";
import { queuegen, type Run } from "../cli/run.js";
import { eachServer, freshDatabase } from "../services/database.js";

/** The servers of the tests give up durability for speed, and doctor is right to say so. */
const OF_TEST_SERVERS = ["flush-log", "sync-binlog"];

interface Told {
  readonly check: string;
  readonly severity: string;
  readonly what: string;
  readonly todo: readonly string[];
}

eachServer((server) => {
  describe("queuegen doctor", () => {
    const database = freshDatabase(server);
    let root = "";
    beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), "queuegen-doctor-"));
      expect(await queuegen(root, ["add", "notify"])).toMatchObject({ code: 0 });
    });
    afterAll(() => rm(root, { recursive: true }));

    beforeEach(async () => {
      for (const { name } of await database.query<{ name: string }>(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()",
      )) {
        await database.query("DROP TABLE ??", [name]);
      }
    });

    const run = (...args: readonly string[]): Promise<Run> => runAs(database.url, ...args);
    const runAs = (url: string, ...args: readonly string[]): Promise<Run> =>
      queuegen(root, args, { env: { DATABASE_URL: url } });

    /** What doctor finds but for the durability of the test server. */
    async function told(url = database.url): Promise<{ code: number | null; findings: readonly Told[] }> {
      const { code, out, err } = await runAs(url, "doctor", "--json");
      expect(err).toBe("");
      const { findings } = JSON.parse(out) as { findings: readonly Told[] };
      return { code, findings: findings.filter(({ check }) => !OF_TEST_SERVERS.includes(check)) };
    }

    const insert = (values: string): Promise<unknown> =>
      database.query(
        `INSERT INTO notify_task (create_time, payload, ${values.split(" | ")[0]}) VALUES (${NOW_MS}, '{}', ${values.split(" | ")[1]})`,
      );

    it("finds nothing in a database that was just migrated", async () => {
      await run("migrate", "up");
      expect(await told()).toEqual({ code: 0, findings: [] });
      expect((await run("doctor")).out).toMatch(/^database "\w+" at 127\.0\.0\.1:\d+, .*; 1 queue\n/);
    });

    it("says what is pending before anything was applied", async () => {
      const { code, findings } = await told();
      expect(code).toBe(1);
      expect(findings).toMatchObject([{ check: "migrations", severity: "error", todo: ["queuegen migrate up"] }]);
    });

    it("finds a table that was changed by hand, with the statement that mends it", async () => {
      await run("migrate", "up");
      await database.query("ALTER TABLE notify_task DROP KEY idx_run_at");
      const { code, findings } = await told();
      expect(code).toBe(1);
      expect((await run("doctor")).out).toMatch(/^not looked at: queue notify \(Key 'idx_run_at' doesn't exist/m);
      expect(findings).toMatchObject([{ check: "drift", what: expect.stringContaining('index "idx_run_at" is gone') }]);
      const sql = findings[0]?.todo.slice(1).join("\n") ?? "";
      await database.query(sql);
      expect(await told()).toEqual({ code: 0, findings: [] });
    });

    it("finds a table without transactions", async () => {
      await run("migrate", "up");
      await database.query("ALTER TABLE notify_task ENGINE=MyISAM");
      expect((await told()).findings).toMatchObject([
        { check: "drift", what: expect.stringContaining("its engine is MyISAM") },
      ]);
    });

    it("finds what a user may not do that workers do, whatever the way it was granted", async () => {
      await run("migrate", "up");
      const admin = await createConnection({ uri: server.url });
      const name = `doctor_${database.name.slice(-12)}`;
      try {
        for (const host of ["localhost", "%"]) {
          await admin.query("CREATE USER ?@? IDENTIFIED BY ''", [name, host]);
          await admin.query("GRANT SELECT ON ??.* TO ?@?", [database.name, name, host]);
          await admin.query("GRANT INSERT ON ??.notify_task TO ?@?", [database.name, name, host]);
        }
        const url = new URL(database.url);
        url.username = name;
        const { code, findings } = await told(url.href);
        expect(code).toBe(1);
        expect(findings.map(({ check, what }) => [check, what.replace(/^user \S+ /, "")])).toEqual([
          ["rights", 'has no UPDATE, DELETE on table "notify_task"'],
          ["rights", 'has no INSERT, UPDATE, DELETE on table "queuegen_lease"'],
        ]);
        expect((await runAs(url.href, "doctor")).out).toContain("not looked at: ");
        for (const host of ["localhost", "%"])
          await admin.query("GRANT ALL ON ??.* TO ?@?", [database.name, name, host]);
        expect((await told(url.href)).findings).toEqual([]);
      } finally {
        for (const host of ["localhost", "%"]) await admin.query("DROP USER IF EXISTS ?@?", [name, host]);
        await admin.end();
      }
    });

    it("tells jobs without a worker, claims past their lease, dead jobs and a pause", async () => {
      await run("migrate", "up");
      await insert("status | 0");
      await insert("status, claim_token, claim_time, worker_id | 1, 'x', UNIX_TIMESTAMP() - 600, 'web-3-c1'");
      await insert("status | 3");
      const { code, findings } = await told();
      expect(code).toBe(0);
      expect(findings.map(({ check, severity, what }) => [check, severity, what])).toEqual([
        ["queue-without-worker", "warning", "queue notify has 1 job to do and no worker"],
        [
          "queue-abandoned",
          "warning",
          expect.stringMatching(/^queue notify has 1 job in processing whose lease ended up to 9 min \d+ s ago$/),
        ],
        ["queue-dead", "info", "queue notify has 1 job that died"],
      ]);
      expect(findings.at(-1)?.todo.at(-1)).toBe("queuegen retry notify --dead");
      expect((await run("doctor", "--fail-on", "warning")).code).toBe(1);
      await run("pause", "notify");
      expect((await told()).findings.map(({ check }) => check)).toEqual([
        "queue-abandoned",
        "queue-paused",
        "queue-dead",
      ]);
    });

    it("tells a backlog of which the oldest job has waited for more than an hour while a worker runs", async () => {
      await run("migrate", "up");
      await database.query(
        `INSERT INTO queuegen_lease (name, holder, until_ms) VALUES ('maintain:notify', 'web-3', ${NOW_MS} + 60000)`,
      );
      await database.query(`INSERT INTO notify_task (create_time, payload) VALUES (${NOW_MS} - 7500000, '{}')`);
      expect((await told()).findings).toMatchObject([
        { check: "queue-backlog", what: "the oldest pending job of queue notify has waited for 2 h 5 min" },
      ]);
    });

    // Which rows of which table were read, only MySQL tells.
    it.runIf(server.name === "mysql")("reads a bounded number of rows, however many jobs there are", async () => {
      await run("migrate", "up");
      await insert("status | 2");
      for (let rows = 1; rows < 60_000; rows *= 2) {
        await database.query(
          `INSERT INTO notify_task (create_time, payload, status, finish_time) SELECT ${NOW_MS}, '{}', 2, ${NOW_MS} FROM notify_task`,
        );
      }
      const reads = async (): Promise<number> => {
        const [row] = await database.query<{ n: number }>(
          "SELECT count_read AS n FROM performance_schema.table_io_waits_summary_by_table WHERE object_schema = ? AND object_name = 'notify_task'",
          [database.name],
        );
        return Number(row?.n);
      };
      const before = await reads();
      expect((await told()).findings).toEqual([]);
      expect((await reads()) - before).toBeGreaterThan(5_000);
      expect((await reads()) - before).toBeLessThan(35_000);
    });

    describe("a transaction that stays open", () => {
      async function load(): Promise<LoadFacts> {
        const connection = await createConnection({ uri: database.url, supportBigNumbers: true });
        try {
          return await readLoad(await openAsker(connection), { transaction: 1, wait: 1 });
        } finally {
          await connection.end();
        }
      }

      it("is told with the connection that holds it, and what waits for its table", async () => {
        await run("migrate", "up");
        const holder = await createConnection({ uri: database.url });
        const changer = await createConnection({ uri: database.url });
        let change: Promise<unknown> | undefined;
        try {
          await holder.query("START TRANSACTION");
          await holder.query("SELECT * FROM notify_task");
          change = changer.query("ALTER TABLE notify_task ADD COLUMN x int").catch(String);
          const found = await until(
            load,
            ({ transactions, metadataWaits }) =>
              transactions.some(({ connection }) => connection === holder.threadId) && metadataWaits.length > 0,
          );
          expect(found.transactions.find(({ connection }) => connection === holder.threadId)).toMatchObject({
            user: "root",
            command: "Sleep",
          });
          expect(found.metadataWaits).toMatchObject([
            { connection: changer.threadId, sql: expect.stringContaining("ADD COLUMN x") },
          ]);
          expect(found.historyLength).toBeGreaterThanOrEqual(0);
        } finally {
          await ended(holder);
          await change;
          await ended(changer);
        }
      });
    });
  });
});

const NOW_MS = "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000)";

async function ended(connection: Connection): Promise<void> {
  await connection.end();
}

/** The clock is what is waited for: there is no event. */
async function until<Value>(look: () => Promise<Value>, good: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await look();
    if (good(value)) return value;
  }
}

import { setTimeout as delay } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { type AdoptedProject, adoptedProject, showCreate } from "./adopted-project.js";
import { openShop } from "./shop.js";

const SHIP = ["add", "ship", "--table", "order", "--adopt"];
const NAMES = ["--field", "status=ship_status", "--field", "create_time=ship_create_time"];

const HANDLER = `import type { ShipHandler } from "../generated/ship/consumer.js";
export const handleShip: ShipHandler = async (job, ctx) => {
  const text: string | null = job.select;
  const word: "new" | "paid" | "sent" = job.status;
  console.log("SEEN " + JSON.stringify({ ...job, text, word }));
  if (job.customer_id < 0) throw new Error(String(ctx.attempt));
};
`;

const ENQUEUE = `import { createPool } from "mysql2/promise";
import { enqueueShip } from "./generated/ship/producer.js";
const pool = createPool({ uri: process.env["DATABASE_URL"] ?? "" });
const jobs = [{ customer_id: 1, net: "1.50" }, { customer_id: 1, status: "paid" as const }];
console.log(JSON.stringify(await enqueueShip(pool, jobs, { delay: "1h" })));
await pool.end();
`;

/** A compiler and a worker on a machine that has much to do. */
const SLOW = { timeout: 240_000 };

eachServer((server) => {
  describe("add --adopt", () => {
    const database = freshDatabase(server);
    beforeEach(() => openShop(database));

    function states(): Promise<{ k: number; s: number; a: number }[]> {
      return database.query("SELECT `key` AS k, ship_status AS s, attempts AS a FROM `order` ORDER BY `key`");
    }

    /** The server looks anew only for who has not asked for 100 ms. */
    async function waiting(): Promise<number> {
      const sql =
        "SELECT COUNT(*) AS n FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT' AND trx_query LIKE '%claim_token%ship_status = 0%'";
      const [row] = await database.query<{ n: number }>(sql);
      return row?.n ?? 0;
    }

    async function adopt(rows: string): Promise<AdoptedProject> {
      const project = adoptedProject(database);
      expect(await project.queuegen(...SHIP, "--existing-rows", rows, ...NAMES)).toMatchObject({ code: 0 });
      return project;
    }

    it("reuses no column of the application's and says what to type", async () => {
      const project = adoptedProject(database);
      const { code, err } = await project.queuegen(...SHIP, "--existing-rows", "done");
      expect(code).toBe(2);
      expect(err).toContain(`table "order" has status (enum('new','paid','sent')), create_time (datetime(3)) already`);
      const typed = /queuegen (add .*)/.exec(err)?.[1]?.split(" ") ?? [];
      expect(typed).toEqual([...SHIP, "--existing-rows", "done", ...NAMES]);
      expect(project.files()).toEqual([]);
      expect(await project.queuegen(...typed)).toMatchObject({ code: 0 });
    });

    it("says one command that lacks nothing where rows and names are both open", async () => {
      const project = adoptedProject(database);
      const { code, err } = await project.queuegen(...SHIP);
      expect(code).toBe(2);
      expect(err).toContain("adopt-existing-rows");
      const commands = [...err.matchAll(/queuegen (add .*)/g)].map(([, words]) => words?.split(" "));
      expect(commands).toEqual([[...SHIP, "--existing-rows", "done", ...NAMES]]);
      expect(await project.queuegen(...SHIP, ...NAMES)).toMatchObject({
        err: expect.stringContaining(`queuegen ${[...SHIP, "--existing-rows", "done", ...NAMES].join(" ")}`),
      });
    });

    it("tells that the schema reads a column that the application dropped, or made another", async () => {
      const project = await adopt("done");
      await project.queuegen("migrate", "up");
      expect(await project.queuegen("migrate", "drift")).toMatchObject({ code: 0 });
      await database.query("ALTER TABLE `order` DROP COLUMN old, MODIFY flag varchar(9) NOT NULL");
      const reads = 'the schema of queue "ship" (queues/schemas/ship.queue.ts) reads';
      const drift = await project.queuegen("migrate", "drift");
      expect(drift.code).toBe(1);
      expect(drift.out).toContain(`  ${reads} \`old\`; the table has no such column\n`);
      expect(drift.out).toMatch(/reads `flag` as boolean; the table has it as varchar\(9\)/);
      const doctor = await project.queuegen("doctor");
      expect(doctor.code).toBe(1);
      expect(doctor.out).toContain(`schema-column  table "order": ${reads} \`old\`; the table has no such column\n`);
      expect(doctor.out).not.toContain("not as its migrations made it");
      const explain = await project.queuegen("explain");
      expect(explain.code).toBe(1);
      expect(explain.out).toMatch(
        /\n\d+ of \d+ statements? (?:was|were) refused by the server: the table is not as the schema says/,
      );
      expect(explain.out).not.toContain("ANALYZE TABLE");
    });

    it("push leaves out what the server computes, and says what the server refused", async () => {
      const project = await adopt("done");
      await project.queuegen("migrate", "up");
      const gross = await project.queuegen("push", "ship", '{"customer_id": 1, "gross": "2.00"}');
      expect(gross).toMatchObject({ code: 2, out: "" });
      expect(gross.err).toContain("payload-refused  `gross` is computed by the server\n");
      expect(gross.err).toContain("Leave it out.");
      const unknown = await project.queuegen("push", "ship", '{"customer_id": 1, "grosz": 1}');
      expect(unknown.err).toContain("customer_id (int), status (enum, may be left out)");
      expect(unknown.err).not.toMatch(/gross|double/);
      const orphan = await project.queuegen("push", "ship", '{"customer_id": 77}');
      expect(orphan).toMatchObject({ code: 2, out: "" });
      expect(orphan.err).toContain("a foreign key constraint fails");
      expect(orphan.err).toContain("No job was added.");
    });

    it("asks what becomes of the rows that are there", async () => {
      const project = adoptedProject(database);
      const { code, err } = await project.queuegen(...SHIP, ...NAMES);
      expect(code).toBe(2);
      expect(err).toContain("adopt-existing-rows  what becomes of the rows that the table has is not said.");
      expect(project.files()).toEqual([]);
    });

    it("names triggers, foreign keys, what it leaves out and what it leaves alone", async () => {
      const project = adoptedProject(database);
      const { err } = await project.queuegen(...SHIP, "--existing-rows", "done", ...NAMES);
      expect(err.split("\n\n").map((text) => text.replace(/\s+/g, " ").trim())).toEqual([
        'warning adopted-table column "bits" is left out of the job: there is no column helper for bit(4).',
        `warning adopted-table column "tags" is left out of the job: there is no column helper for set('a','b').`,
        'warning adopted-table foreign key "of_customer" (ON DELETE CASCADE): with a row of "customer" its jobs go, also those that are worked on; their outcome is then nobody\'s.',
        'warning adopted-table foreign key "of_customer" (customer_id): an enqueued row needs its row in "customer".',
        'warning adopted-table foreign key "of_order" of "line": where retention deletes a row, that changes rows of "line" (ON DELETE SET NULL).',
        'warning adopted-table statements of the queue leave "changed" (ON UPDATE CURRENT_TIMESTAMP) as it is: a claim is no change of the row.',
        'warning adopted-table trigger "log_change" (AFTER UPDATE) fires for each claim, heartbeat and completion of a row.',
      ]);
    });

    it("makes jobs of what the application inserts after the migration, and of nothing else", SLOW, async () => {
      const project = await adopt("done");
      expect(await project.queuegen("check")).toMatchObject({ code: 0 });
      expect(await project.queuegen("generate")).toMatchObject({
        code: 0,
        out: "Nothing to do: 6 files are current.\n",
      });
      expect(await project.queuegen("migrate", "up")).toMatchObject({ code: 0 });
      expect(await states()).toEqual([1, 2, 3].map((k) => ({ k, s: 2, a: 0 })));
      await database.query(
        "INSERT INTO `order` (customer_id, `select`, net, changed) VALUES (1, 'é', 2.25, '2020-02-02')",
      );
      expect(await project.queuegen("explain")).toMatchObject({ code: 0 });
      project.write("queues/handlers/ship.ts", HANDLER);
      project.write("queues/enqueue.ts", ENQUEUE);
      await project.build();
      await database.query("UPDATE `order` SET net = 3, changed = changed WHERE `key` = 4");
      const printed = await project.work("--max-run-time", "2s");
      const seen = [...printed.matchAll(/^SEEN (.*)$/gm)].map(([, text]) => JSON.parse(text ?? "") as object);
      expect(seen).toEqual([
        {
          id: "4",
          customer_id: 1,
          status: "new",
          select: "é",
          old: "",
          net: "3.00",
          gross: "6.00",
          double: "12.00",
          flag: true,
          create_time: expect.stringMatching(/^\d{4}-\d\d-\d\d .*\.\d{3}$/),
          changed: "2020-02-02 00:00:00",
          doc: null,
          text: "é",
          word: "new",
        },
      ]);
      expect(await states()).toEqual([...[1, 2, 3].map((k) => ({ k, s: 2, a: 0 })), { k: 4, s: 2, a: 1 }]);
      const [row] = await database.query("SELECT CAST(changed AS CHAR) AS changed FROM `order` WHERE `key` = 4");
      expect(row).toEqual({ changed: "2020-02-02 00:00:00" });

      // The generated function enqueues as well, and writes no computed column.
      const ids = ["5", "6"].map((id) => ({ id, status: "added" }));
      expect(JSON.parse(await project.node("dist/queues/enqueue.js"))).toEqual(ids);
      const rows = await database.query(
        "SELECT ship_status AS s, gross, status, run_at > 0 AS later, ship_create_time > 0 AS made FROM `order` WHERE `key` > 4",
      );
      expect(rows).toEqual([
        { s: 5, gross: "3.00", status: "new", later: 1, made: 1 },
        { s: 5, gross: "1.00", status: "paid", later: 1, made: 1 },
      ]);
    });

    it(
      "hands out a row as it is after the claim, whatever the application did between look and claim",
      SLOW,
      async () => {
        const project = await adopt("done");
        await project.queuegen("migrate", "up");
        await database.query("INSERT INTO `order` (customer_id) VALUES (1)");
        project.write("queues/handlers/ship.ts", HANDLER);
        await project.build();
        const application = await database.pool().getConnection();
        await application.query("START TRANSACTION");
        await application.query("UPDATE `order` SET net = 9 WHERE `key` = 4");
        const worker = project.work("--once");
        // The look has seen the old row, the claim waits for the application.
        while ((await waiting()) === 0) await delay(150);
        await application.query("COMMIT");
        application.release();
        expect(await worker).toContain('"net":"9.00","gross":"18.00"');
      },
    );

    it.each([
      ["pending", 0],
      ["dead", 3],
    ])("gives the rows that are there the state %s, and later ones 0", async (rows, state) => {
      const project = await adopt(rows);
      await project.queuegen("migrate", "up");
      await database.query("INSERT INTO `order` (customer_id) VALUES (1)");
      expect((await states()).map(({ s }) => s)).toEqual([state, state, state, 0]);
    });

    it("takes out again what it added: down leaves the table as it was, with its rows", async () => {
      const before = await showCreate(database, "order");
      const project = await adopt("done");
      await project.queuegen("migrate", "up");
      expect(await showCreate(database, "order")).not.toBe(before);
      expect(project.folders()).toEqual([
        expect.stringContaining("adopt_ship"),
        expect.stringContaining("queuegen_support"),
      ]);
      expect(await project.queuegen("migrate", "down")).toMatchObject({ code: 0 });
      const refused = await project.queuegen("migrate", "down");
      expect(refused.code).toBe(2);
      expect(refused.err).toContain('would drop columns "ship_status", "claim_token", ');
      expect(refused.err.match(/with what the rows have in them/g)).toHaveLength(1);
      const allowed = await project.queuegen("migrate", "down", "--allow-destructive", "drop-column");
      expect(allowed).toMatchObject({ code: 0 });
      expect(await showCreate(database, "order")).toBe(before);
      expect(await database.query("SELECT COUNT(*) AS n FROM `order`")).toEqual([{ n: 3 }]);
      expect(await project.queuegen("migrate", "up")).toMatchObject({ code: 0 });
    });

    it("tells a queue that lost its migration, and writes no CREATE TABLE for it", async () => {
      const project = await adopt("done");
      for (const folder of project.folders()) project.remove(`migrations/${folder}`);
      const { code, out } = await project.queuegen("check");
      expect(code).toBe(1);
      expect(out).toContain('queue "ship" is adopted and has no migration: nothing adds its columns to "order"');
      await project.queuegen("generate");
      const up = await project.queuegen("migrate", "up");
      expect(up).toMatchObject({ code: 0, err: expect.stringContaining("warning  adopt-without-migration  ") });
      expect(up.err).not.toContain("error");
      expect(project.files().filter((path) => path.endsWith("up.sql"))).toEqual([
        expect.stringContaining("queuegen_support"),
      ]);
    });

    it("is refused for a queue or a table that is taken", async () => {
      const project = await adopt("done");
      const again = await project.queuegen(...SHIP, "--existing-rows", "done", ...NAMES);
      expect(again).toMatchObject({ code: 2, err: expect.stringContaining('There is a queue "ship" already') });
      const other = await project.queuegen(
        "add",
        "bill",
        "--table",
        "order",
        "--adopt",
        "--existing-rows",
        "done",
        "--field",
        "status=bill_status",
        "--field",
        "create_time=bill_time",
      );
      expect(other).toMatchObject({ code: 2, err: expect.stringContaining('belongs to queue "ship"') });
    });

    it("is refused for options that are not of this command line", async () => {
      const project = adoptedProject(database);
      const field = await project.queuegen(
        ...SHIP,
        "--existing-rows",
        "done",
        "--field",
        "state=x",
        "--field",
        "status",
      );
      expect(field.err).toContain('--field: "state" is no column that a queue adds.');
      expect(field.err).toContain("--field status: It says no name.");
      const alone = await project.queuegen("add", "ship", "--existing-rows", "done");
      expect(alone).toMatchObject({ code: 2, err: expect.stringContaining("--existing-rows belongs to --adopt") });
      const nowhere = await project.queuegen("add", "ship", "--table", "nowhere", "--adopt", "--existing-rows", "done");
      expect(nowhere).toMatchObject({
        code: 2,
        err: expect.stringContaining('there is no table "nowhere" in database'),
      });
    });
  });
});

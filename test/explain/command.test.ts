import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cli } from "../migrations/cli.js";
import { eachServer, freshDatabase } from "../services/database.js";

/** Every option that changes a statement, and names that need quotes. */
const ODD_QUEUE = `
import { bigint, defineQueue, int, tinyint, varchar, type QueueDeclaration } from "queuegen";
export const odd: QueueDeclaration = defineQueue("odd", {
  table: "order",
  columns: {
    id: bigint({ unsigned: true, autoIncrement: true }),
    state: tinyint({ unsigned: true, default: 0 }),
    claim_token: varchar(32, { null: true }),
    claim_time: int({ unsigned: true, null: true }),
    key: varchar(20),
  },
  fields: { status: "state", run_at: "when" },
  indexes: { "select": ["state", "id"] },
  claim: { skipLocked: true },
  dedupe: true,
  retry: { attempts: 0 },
  retention: { onSuccess: "delete" },
});
`;

const PLAIN_QUEUE = ODD_QUEUE.replace('"odd"', '"plain"')
  .replace("const odd", "const plain")
  .replace('table: "order",', "")
  .replace(/^ {2}(fields|claim: \{|dedupe|retry|retention).*\n/gm, "")
  .replace('"select": ["state", "id"]', 'idx_status_id: ["status", "id"]')
  .replace("state: tinyint", "status: tinyint");

eachServer((server) => {
  describe("queuegen explain", () => {
    const database = freshDatabase(server);
    let cwd = "";
    beforeAll(async () => {
      cwd = await mkdtemp(join(tmpdir(), "queuegen-explain-"));
      await writeFile(join(cwd, "queuegen.json"), JSON.stringify({ schemas: ["*.queue.ts"], target: "mysql80" }));
      await writeFile(join(cwd, "odd.queue.ts"), ODD_QUEUE);
      await writeFile(join(cwd, "plain.queue.ts"), PLAIN_QUEUE);
    });
    afterAll(() => rm(cwd, { recursive: true }));

    const run = (...args: readonly string[]): ReturnType<typeof cli> => cli(cwd, args, { DATABASE_URL: database.url });

    it("says which table is missing and what makes it", async () => {
      const result = await run("explain");
      expect(result.code).toBe(2);
      expect(result.err).toContain('the table "order" of queue "odd" is not in the database');
      expect(result.err).toContain("`queuegen migrate up` makes it.");
    });

    it("shows every statement of every queue, with all options and odd names", async () => {
      expect(await run("generate")).toMatchObject({ code: 0 });
      expect(await run("migrate", "up")).toMatchObject({ code: 0 });
      const result = await run("explain");
      expect(result).toMatchObject({ code: 0, err: "" });
      expect(result.out).toMatch(
        /^odd \(table order\)\n {2}statement +plan +index +rows read +verdict\n {2}fresh +range +select +\d+ of 45 +ok\n/,
      );
      expect(result.out).toMatch(/^ {2}duplicates .* ok$/m);
      expect(result.out).toContain("\nplain (table plain_task)\n");
      expect(result.out).toContain("Fewer than 1000 rows are in order, plain_task");
    });

    it("prints the same as JSON, for one queue", async () => {
      const { out, code } = await run("explain", "plain", "--json");
      expect(code).toBe(0);
      const report = JSON.parse(out);
      expect(report.database).toBe(database.name);
      expect(report.queues).toHaveLength(1);
      expect(report.queues[0].statements[0]).toMatchObject({
        name: "fresh",
        allowed: 45,
        problems: [],
        plan: [{ type: "range", index: "idx_status_id" }],
      });
    });

    it("ends with exit code 1 and the name of the index when one is gone", async () => {
      await database.query("ALTER TABLE plain_task DROP KEY idx_run_at");
      const result = await run("explain");
      expect(result).toMatchObject({ code: 1, err: "" });
      expect(result.out).toMatch(/^ {2}due .*FAIL the server refuses it: Key 'idx_run_at' doesn't exist in table/m);
      expect(result.out).toMatch(/\n2 of \d+ statements were refused by the server: .* `queuegen doctor`/);
    });

    it("names the queues there are when asked for another", async () => {
      const result = await run("explain", "nothing");
      expect(result.code).toBe(2);
      expect(result.err).toContain('this project declares no queue "nothing"');
      expect(result.err).toContain("It declares: odd, plain.");
    });
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { adoptedProject } from "./adopted-project.js";

/** The first job holds its own row in a transaction for longer than the lease; the others only take as long. */
const HANDLER = `import { setTimeout as delay } from "node:timers/promises";
import type { PickHandler } from "../generated/pick/consumer.js";
export const handlePick: PickHandler = async (job, ctx) => {
  ctx.signal.addEventListener("abort", () => console.log("ABORTED " + job.id));
  if (job.id !== "1") return delay(7000);
  await ctx.transaction(async (trx) => {
    await trx.query("UPDATE item SET note = 'held' WHERE id = ?", [job.id]);
    await delay(7000);
  });
};
`;

const QUICK = `import type { PickHandler } from "../generated/pick/consumer.js";
export const handlePick: PickHandler = async () => {};
`;

/** A compiler and a worker on a machine that has much to do. */
const SLOW = { timeout: 240_000 };

eachServer((server) => {
  describe("a transaction of the application's that holds a row", () => {
    const database = freshDatabase(server);
    beforeEach(() => database.query("CREATE TABLE item (id int AUTO_INCREMENT PRIMARY KEY, note varchar(9))"));

    it("keeps a queue from that row alone", SLOW, async () => {
      const project = adoptedProject(database);
      await project.queuegen("add", "pick", "--table", "item", "--adopt", "--existing-rows", "done");
      // The time that a claim waits for a lock is a sixth of the lease.
      project.edit("queues/schemas/pick.queue.ts", (text) =>
        text.replace("  retry:", '  claim: { lease: "6s" },\n  retry:'),
      );
      await project.queuegen("generate");
      await project.queuegen("migrate", "up");
      await database.query("INSERT INTO item () VALUES (), (), (), ()");
      project.write("queues/handlers/pick.ts", QUICK);
      await project.build();
      const application = await database.pool().getConnection();
      await application.query("START TRANSACTION");
      await application.query("UPDATE item SET note = 'held' WHERE id = 2");
      await project.work("--max-run-time", "5s");
      const states = "SELECT id, status, attempts FROM item ORDER BY id";
      const done = { status: 2, attempts: 1 };
      expect(await database.query(states)).toEqual([
        { id: 1, ...done },
        { id: 2, status: 0, attempts: 0 },
        { id: 3, ...done },
        { id: 4, ...done },
      ]);
      await application.query("COMMIT");
      application.release();
      await project.work("--once");
      expect(await database.query(states)).toEqual([1, 2, 3, 4].map((id) => ({ id, ...done })));
    });
  });

  describe("a handler that holds its own row", () => {
    const database = freshDatabase(server);
    beforeEach(() => database.query("CREATE TABLE item (id int AUTO_INCREMENT PRIMARY KEY, note varchar(9))"));

    it("keeps its job beyond the lease, and takes no lease from its neighbours", SLOW, async () => {
      const project = adoptedProject(database);
      await project.queuegen("add", "pick", "--table", "item", "--adopt", "--existing-rows", "done");
      project.edit("queues/schemas/pick.queue.ts", (text) =>
        text.replace("  retry:", '  claim: { lease: "5s" },\n  retry:'),
      );
      expect(await project.queuegen("generate")).toMatchObject({ code: 0 });
      await project.queuegen("migrate", "up");
      await database.query("INSERT INTO item () VALUES (), (), (), (), ()");
      project.write("queues/handlers/pick.ts", HANDLER);
      await project.build();
      const printed = await project.work("--max-run-time", "2s");
      expect(printed).not.toContain("ABORTED");
      expect(await database.query("SELECT id, note, status, attempts FROM item ORDER BY id")).toEqual(
        [1, 2, 3, 4, 5].map((id) => ({ id, note: id === 1 ? "held" : null, status: 2, attempts: 1 })),
      );
    });
  });
});

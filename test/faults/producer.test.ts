import { expect, test } from "vitest";
import { eachServer } from "../services/database.js";
import { inScene } from "./harness/scene.js";

eachServer((server) => {
  test.concurrent("a producer killed in mid-transaction: nobody ever sees its jobs", () =>
    inScene(server, async (scene) => {
      await scene.worker();
      const producer = await scene.producer({ act: "hang", jobs: 50, seed: 1 });
      const open = (await producer.told(({ kind }) => kind === "open")) as { ids: readonly string[] };
      expect(open.ids).toHaveLength(50);
      const before = await scene.query(`SELECT id FROM ${scene.queue.table}`);
      producer.kill("SIGKILL");
      await producer.exited;
      const [job = ""] = await scene.insert([{ act: "pass" }]);
      await scene.untilStatus([job], 2);
      const after = await scene.query<{ id: string }>(`SELECT CAST(id AS CHAR) AS id FROM ${scene.queue.table}`);
      expect(before).toEqual([]);
      expect(after).toEqual([{ id: job }]);
      expect((await scene.ledger()).map(({ job: id }) => id)).toEqual([job]);
    }));

  test.concurrent("jobs of lower ids that are committed late are found", () =>
    inScene(server, async (scene) => {
      await scene.worker();
      const late = await scene.connect();
      await late.beginTransaction();
      await late.query(`INSERT INTO ${scene.queue.table} (create_time, payload) VALUES (1, '{"act":"pass"}')`);
      const [rows] = await late.query("SELECT LAST_INSERT_ID() AS id");
      const first = String((rows as { id: number }[])[0]?.id);
      const jobs = await scene.insert(Array.from({ length: 50 }, () => ({ act: "pass" as const })));
      await scene.untilStatus(jobs, 2);
      await late.commit();
      await scene.untilStatus([first], 2);
    }));
});

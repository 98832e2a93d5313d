import type { ManyJobsInput, ManyJobsOutput } from "../children/many-jobs.js";
import { startChild } from "../harness/child.js";
import type { ChildOutput } from "../harness/child-main.js";
import { spread } from "../harness/stats.js";
import type { Measure } from "../measure.js";
import { formatNumber } from "../report/format.js";
import { settle } from "../server/settle.js";
import { countRows, createTable, fillTable } from "../server/tables.js";

const JOBS = 10_000_000;
const PARTS = 10;
const MEBIBYTE = 2 ** 20;

/** A worker and its table must not get slower or fatter with what has gone through them. One round, however many are asked for. */
export const p10: Measure = {
  id: "p10",
  title: "jobs/s of the last tenth of ten million jobs against the first; growth of the worker's memory meanwhile",
  async run({ server, quick, rows, log }) {
    const jobs = rows ?? (quick ? JOBS / 200 : JOBS);
    const database = await server.database("bench");
    log(`filling ${formatNumber(jobs)} rows`);
    await createTable(database, "notify_task");
    await fillTable(database, "notify_task", { rows: jobs });
    const child = await startChild<ManyJobsInput, ChildOutput<ManyJobsOutput>>("many-jobs", {
      url: database.url,
      jobs,
      parts: PARTS,
    });
    try {
      await settle(server);
      const { result } = await child.go();
      const done = await countRows(database, "notify_task", 2);
      if (done !== jobs) throw new Error(`${done} of ${jobs} jobs are done`);
      const speeds = result.seconds.map((seconds) => jobs / PARTS / seconds);
      // The first part compiles and fills caches.
      const growth = (result.rss.at(-1)! - result.rss[0]!) / MEBIBYTE;
      const [first, last] = [speeds[0]!, speeds.at(-1)!];
      return [
        {
          name: `last of ${PARTS} parts of ${formatNumber(jobs / PARTS)} jobs`,
          unit: "jobs/s",
          ours: spread([last]),
          reference: spread([first]),
          against: "first part",
          ratio: spread([last / first]),
          bar: { side: "at least", value: 0.9 },
          note: `slowest part ${formatNumber(Math.min(...speeds))}, fastest ${formatNumber(Math.max(...speeds))} jobs/s`,
        },
        { name: "memory", unit: "MiB more", ours: spread([growth]), bar: { side: "at most", value: 20 } },
      ];
    } finally {
      await child.kill();
      await database.admin.query("DROP TABLE notify_task");
    }
  },
};
